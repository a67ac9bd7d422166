import { describe, expect, onTestFinished, test } from 'vitest'
import { createFrameHistory, createSessionHistory } from '#client/screens/routing/route-history.ts'
import {
  createRouter,
  parseRoute,
  getRoutePath,
  type Route,
} from '#client/screens/routing/router.ts'

const ID = 'walletwalletwalletwall'
const CODE = `r1_${ID}`

/** A browser's session history with its own back, which happy-dom does not have. */
function createBrowser(path: string) {
  const entries: { state: unknown; path: string }[] = [{ state: null, path }]
  let at = 0
  const events = new EventTarget()
  const history = {
    get state() {
      return entries[at]?.state
    },
    pushState(state: unknown, _: string, path: string) {
      entries.splice(at + 1, entries.length, { state, path })
      at += 1
    },
    replaceState(state: unknown, _: string, path: string) {
      entries[at] = { state, path }
    },
    back() {
      at -= 1
      events.dispatchEvent(new Event('popstate'))
    },
  }
  const location = {
    get pathname() {
      return entries[at]?.path ?? '/'
    },
  }
  const addEventListener = events.addEventListener.bind(events)
  const removeEventListener = events.removeEventListener.bind(events)
  return { history, location, addEventListener, removeEventListener, entries }
}

test.each<[string, Route]>([
  ['/', { screen: 'home' }],
  ['/connect', { screen: 'connect' }],
  ['/settings', { screen: 'settings' }],
  ['/admin', { screen: 'admin' }],
  ['/admin/log', { screen: 'admin-log' }],
  ['/admin/members', { screen: 'members' }],
  [`/admin/members/${ID}`, { screen: 'member', id: ID }],
  [`/attempts/${ID}`, { screen: 'attempt', id: ID }],
  [`/wallets/${ID}`, { screen: 'wallet', id: ID }],
  [`/wallets/${ID}/connect`, { screen: 'connect', walletId: ID }],
  [`/proof/${ID}`, { screen: 'proof', id: ID }],
  [`/r/${CODE}`, { screen: 'request', code: CODE }],
  [`/r/${CODE}/connect`, { screen: 'connect', purpose: CODE }],
  [`/m/m1_${ID}`, { screen: 'cosign', code: `m1_${ID}` }],
  [`/m/m1_${ID}/connect`, { screen: 'connect', purpose: `m1_${ID}` }],
  [`/multisig/${ID}`, { screen: 'multisig', id: ID }],
  [`/c/c1_${ID}`, { screen: 'card', code: `c1_${ID}` }],
  ['/requests', { screen: 'requests' }],
  ['/new-request', { screen: 'new-request' }],
  [`/requests/${CODE}`, { screen: 'made-request', code: CODE }],
  ['/link/broken', { screen: 'bad-link', why: 'broken' }],
  ['/link/newer', { screen: 'bad-link', why: 'newer' }],
])('%s is a route, and returns to the same path', (path, route) => {
  expect(parseRoute(path)).toEqual(route)
  expect(getRoutePath(route)).toBe(path)
})

test.each([
  '/nowhere',
  '/attempts',
  '/attempts/',
  '/wallets/short',
  `/wallets/${ID}/x`,
  '/wallets/short/connect',
  `/wallets/${ID}/connect/x`,
  '/wallets//connect',
  '/connect/x',
  '/r',
  '/r/',
  `/r/${ID}`,
  `/r/R1_${ID}`,
  `/r/c1_${ID}`,
  `/r/${CODE}x`,
  `/r/${CODE}/`,
  `/r/${CODE}/connect/x`,
  `/r/${CODE}%20`,
  '/c',
  `/c/${CODE}`,
  `/c/C1_${ID}`,
  `/c/c1_${ID}x`,
  `/c/c1_${ID}/x`,
  '/m',
  `/m/${CODE}`,
  `/m/M1_${ID}`,
  `/m/m1_${ID}/x`,
  `/r/m1_${ID}/connect`,
  `/multisig/m1_${ID}`,
  `/multisig/${ID}/x`,
  `/requests/c1_${ID}`,
  `/requests/${CODE}/x`,
  '/new-request/x',
  '/link',
  '/link/broken/x',
])('%s is no route', (path) => {
  expect(parseRoute(path)).toEqual({ screen: 'not-found' })
})

/** The router of a page at this path, which the browser's buttons lead back and forward. */
function openAt(path: string, getHistory: typeof createSessionHistory) {
  const browser = createBrowser(path)
  const router = createRouter(getHistory(browser))
  onTestFinished(router.listen())
  return { browser, router }
}

describe.each([
  ['a page of its own', createSessionHistory],
  ['a frame', createFrameHistory],
])('the history in %s', (_, getHistory) => {
  test('leads back to where the member came from', () => {
    const { router } = openAt('/', getHistory)
    router.open({ screen: 'settings' })
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
  })

  test('leads back Home when the app was opened on an inner screen', () => {
    const { browser, router } = openAt('/settings', getHistory)
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
    expect(browser.entries).toHaveLength(1)
  })

  test('skips a replaced screen on the way back', () => {
    const { router } = openAt('/', getHistory)
    router.open({ screen: 'connect' })
    router.replace({ screen: 'attempt', id: ID })
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
  })

  test('has no second copy of the screen that the member returns to', () => {
    const { router } = openAt(`/r/${CODE}`, getHistory)
    router.open({ screen: 'connect', purpose: CODE })
    router.replace({ screen: 'attempt', id: ID })
    router.returnTo({ screen: 'request', code: CODE })
    expect(router.route.get()).toEqual({ screen: 'request', code: CODE })
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
  })

  test('replaces the present screen when the member returns to a screen that is not in it', () => {
    const { router } = openAt('/', getHistory)
    router.open({ screen: 'attempt', id: ID })
    router.returnTo({ screen: 'request', code: CODE })
    expect(router.route.get()).toEqual({ screen: 'request', code: CODE })
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
  })

  test('ignores state that other code left in the browser’s history', () => {
    const browser = createBrowser('/settings')
    browser.entries[0] = { state: { depth: 3 }, path: '/settings' }
    const router = createRouter(getHistory(browser))
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
  })
})

describe('the history in a frame, which the client shares,', () => {
  test('leaves the entries of the client alone on the way back', () => {
    const { browser, router } = openAt('/', createFrameHistory)
    router.open({ screen: 'connect' })
    browser.history.pushState('popup', '', '/connect')
    router.back()
    expect(router.route.get()).toEqual({ screen: 'home' })
    expect(browser.entries).toHaveLength(2)
  })

  test('changes the address and adds no entry when screens open', () => {
    const { browser, router } = openAt('/', createFrameHistory)
    router.open({ screen: 'settings' })
    router.open({ screen: 'admin' })
    expect(browser.entries).toHaveLength(1)
    expect(browser.location.pathname).toBe('/admin')
    router.back()
    expect(browser.location.pathname).toBe('/settings')
  })

  test('keeps the screen and the address when the client removes an entry', () => {
    const { browser, router } = openAt('/', createFrameHistory)
    browser.history.pushState('popup', '', '/')
    router.open({ screen: 'settings' })
    browser.history.back()
    expect(router.route.get()).toEqual({ screen: 'settings' })
    expect(browser.location.pathname).toBe('/settings')
  })

  test('keeps the earlier screens through a reload', () => {
    const { browser, router } = openAt('/', createFrameHistory)
    router.open({ screen: 'requests' })
    router.open({ screen: 'new-request' })
    const reloaded = createRouter(createFrameHistory(browser))
    onTestFinished(reloaded.listen())
    expect(reloaded.route.get()).toEqual({ screen: 'new-request' })
    reloaded.back()
    expect(reloaded.route.get()).toEqual({ screen: 'requests' })
    reloaded.back()
    expect(reloaded.route.get()).toEqual({ screen: 'home' })
  })
})
