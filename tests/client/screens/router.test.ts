import { expect, test } from 'vitest'
import { createRouter, parseRoute, pathOfRoute, type Route } from '#client/screens/state/router.ts'

const ID = 'walletwalletwalletwall'

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
  [`/attempts/${ID}`, { screen: 'attempt', id: ID }],
  [`/wallets/${ID}`, { screen: 'wallet', id: ID }],
])('%s is a route, there and back', (path, route) => {
  expect(parseRoute(path)).toEqual(route)
  expect(pathOfRoute(route)).toBe(path)
})

test.each([
  '/nowhere',
  '/attempts',
  '/attempts/',
  '/wallets/short',
  `/wallets/${ID}/x`,
  '/connect/x',
])('%s is nothing', (path) => {
  expect(parseRoute(path)).toEqual({ screen: 'not-found' })
})

test('back leads to where the member came from', () => {
  const router = createRouter(createBrowser('/'))
  const stop = router.listen()
  router.open({ screen: 'settings' })
  router.back()
  expect(router.route.get()).toEqual({ screen: 'home' })
  stop()
})

test('back leads Home when the app was opened on an inner screen', () => {
  const browser = createBrowser('/settings')
  const router = createRouter(browser)
  router.back()
  expect(router.route.get()).toEqual({ screen: 'home' })
  expect(browser.entries).toHaveLength(1)
})

test('a replaced screen is not come back to', () => {
  const router = createRouter(createBrowser('/'))
  const stop = router.listen()
  router.open({ screen: 'connect' })
  router.replace({ screen: 'attempt', id: ID })
  router.back()
  expect(router.route.get()).toEqual({ screen: 'home' })
  stop()
})
