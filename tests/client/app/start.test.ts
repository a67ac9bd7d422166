import { expect, test } from 'vitest'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { takeStart } from '#shared/api/take-start.ts'
import type { Route } from '#client/screens/state/router.ts'
import { ATTEMPT, NOW, ok, refuse, REQUEST, USER, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram, MEMBER_LAUNCH } from '#tests/support/fake-telegram.ts'
import { createGate } from '#tests/support/gate.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, requestEn } from '#tests/support/words.ts'

/*
 * Where a link leads whose start parameter did not reach the app: the bot's chat keeps its code, the server gives it to
 * this very account, and once.
 */

const { code } = REQUEST
const OTHER = 'r1_otherotherotherotherot'
const ROUTE = { screen: 'request', code } as const
const HOME = { screen: 'home' } as const

type App = ReturnType<typeof openApp>

const leadsTo = (app: App, route: Route) =>
  until(() => expect(app.router.route.get()).toEqual(route))
const isKnown = ({ services }: App) =>
  until(() => expect(services.member.get().status).toBe('known'))
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** A server that knows every request, and what a session is opened with. */
function createServer(start: string | null = null) {
  const server = createReadyServer()
  const expiresAt = new Date(NOW + 3_600_000).toISOString()
  server.on(openSession, () => ok({ token: 'token', expiresAt, user: USER, start }))
  server.on(takeStart, () => ok({ start: null }))
  server.on(getRequest, ({ path }) => ok({ ...REQUEST, code: path.split('/').at(-1) }))
  return server
}

function launchedWith(startParam: string) {
  const initData = `${new URLSearchParams({ start_param: startParam, hash: 'ab' })}`
  if (MEMBER_LAUNCH.place !== 'telegram') throw new Error('nobody is here')
  return createFakeTelegram({ launch: { ...MEMBER_LAUNCH, initData } })
}

/** The member comes back; the page, the window and the client all tell of it. */
async function comeBack(app: App): Promise<void> {
  await isKnown(app)
  const before = app.server.sentTo(takeStart).length
  app.telegram.comeBack()
  app.telegram.comeBack()
  await until(() => expect(app.server.sentTo(takeStart).length).toBe(before + 1))
}

test('a parameter that the client has lost is made up for at the start', async () => {
  const app = openApp({ server: createServer(code) })
  await leadsTo(app, ROUTE)
  await sees(app, requestEn.whoAsks)
  app.router.back()
  await leadsTo(app, HOME)
})

test('the signed parameter is followed by the page’s first script, and not once more', async () => {
  const app = openApp({ server: createServer(code), telegram: launchedWith(code) })
  await sees(app, en.home.connect)
  expect(app.router.route.get()).toEqual(HOME)
})

test('an app that is only brought to the front asks what for', async () => {
  const server = createServer()
  const app = openApp({ server, telegram: launchedWith(code), route: ROUTE })
  await sees(app, requestEn.whoAsks)
  server.on(takeStart, () => ok({ start: OTHER }))
  await comeBack(app)
  await leadsTo(app, { screen: 'request', code: OTHER })
})

test('who went Home from what the link led to is not led there again', async () => {
  const server = createServer()
  const app = openApp({ server, telegram: launchedWith(code) })
  await sees(app, en.home.connect)
  server.on(takeStart, () => ok({ start: code }))
  await comeBack(app)
  await sees(app, en.home.connect)
  expect(app.router.route.get()).toEqual(HOME)
})

test('a link that cannot be followed gives way to the one that can', async () => {
  const telegram = launchedWith('cut-off')
  const route = { screen: 'bad-link', why: 'broken' } as const
  const app = openApp({ server: createServer(code), telegram, route })
  await leadsTo(app, ROUTE)
  app.router.back()
  await leadsTo(app, HOME)
})

test.each<Route>([{ screen: 'connect' }, { screen: 'settings' }, { screen: 'new-request' }])(
  'nobody is taken away from %j',
  async (route) => {
    const server = createServer()
    server.on(takeStart, () => ok({ start: code }))
    const app = openApp({ server, route })
    await until(() => expect(server.sentTo(openSession)).toHaveLength(1))
    app.telegram.comeBack()
    await isKnown(app)
    expect(server.sentTo(takeStart)).toEqual([])
    expect(app.router.route.get()).toEqual(route)
  },
)

test('a live attempt is not left; its end is', async () => {
  const server = createServer()
  server.on(takeStart, () => ok({ start: code }))
  const app = openApp({ server, route: { screen: 'attempt', id: ATTEMPT.id } })
  await sees(app, en.attempt.title)
  app.telegram.comeBack()
  await isKnown(app)
  expect(server.sentTo(takeStart)).toEqual([])
  server.on(getAttempt, () => ok({ ...ATTEMPT, state: 'linked', wallet: WALLET }))
  await sees(app, en.attempt.linked)
  await comeBack(app)
  await leadsTo(app, ROUTE)
})

test('what comes while the member is in the middle of something waits for the next return', async () => {
  const server = createServer()
  const late = createGate()
  server.on(openSession, async () => {
    await late.passed
    const expiresAt = new Date(NOW + 3_600_000).toISOString()
    return ok({ token: 'token', expiresAt, user: USER, start: code })
  })
  const app = openApp({ server, route: { screen: 'connect' } })
  late.open()
  await isKnown(app)
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.router.replace(HOME)
  await comeBack(app)
  await leadsTo(app, ROUTE)
})

test('launch data of an earlier day brings no code, so it is asked for', async () => {
  const server = createServer()
  const app = openApp({ server })
  await isKnown(app)
  expect(server.sentTo(takeStart)).toEqual([])
  server.on(openSession, () => refuse('launch-data-expired'))
  server.on(takeStart, () => ok({ start: code }))
  const reopened = openApp({ server, device: app.device })
  await leadsTo(reopened, ROUTE)
})

test('a question that gets no answer changes nothing', async () => {
  const server = createServer()
  server.on(takeStart, () => refuse('maintenance'))
  const app = openApp({ server })
  await sees(app, en.home.connect)
  await comeBack(app)
  await comeBack(app)
  expect(app.router.route.get()).toEqual(HOME)
})

test.each([
  ['unknown', ATTEMPT.id],
  ['another member’s', 'othersothersothersothe'],
])('the link of an attempt that is %s is refused', async (_, id) => {
  const server = createServer()
  server.on(getAttempt, () => refuse('not-found'))
  const app = openApp({ server, route: { screen: 'attempt', id } })
  await sees(app, en.problems['not-found'])
  app.telegram.pressMainButton()
  await leadsTo(app, HOME)
})

test('“open again” leads back to the attempt that is under way', async () => {
  const server = createServer()
  server.on(getAttempt, () => refuse('launch-data-expired'))
  const app = openApp({ server, route: { screen: 'attempt', id: ATTEMPT.id } })
  await until(() => app.press(en.actions.reopen))
  expect(app.telegram.opened).toEqual([`https://t.me/clasp_bot/app?startapp=a1_${ATTEMPT.id}`])
})
