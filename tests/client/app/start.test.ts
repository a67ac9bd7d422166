import { expect, test } from 'vitest'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openSession } from '#shared/api/open-session.ts'
import { takeStart } from '#shared/api/take-start.ts'
import { START_TTL_MS } from '#shared/limits.ts'
import type { Route } from '#client/screens/routing/router.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, requestEn } from '#tests/support/messages.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

/*
 * Where a link leads when its start parameter did not reach the app: the bot's chat stores its code, and the server
 * gives it to this account only, and once.
 */

const HOME = { screen: 'home' } as const

const leadsTo = (app: MemberApp, route: Route) =>
  until(() => expect(app.router.route.get()).toEqual(route))
const isKnown = ({ services }: MemberApp) =>
  until(() => expect(services.member.get().status).toBe('known'))

/** Ada, and a request of the operator's. */
async function start() {
  const server = await startAppServer()
  const ada = await server.visit()
  const operator = await server.operate()
  const code = await operator.makeRequest()
  const user = await server.server.store.findUserByTelegramId(String(ADA.id))
  if (!user) throw new Error('Ada is unknown')
  /** Ada brings the code to the bot's chat. */
  const keep = (brought = code) =>
    server.server.store.keepStart({
      userId: user.id,
      code: brought,
      expiresAt: server.server.clock.now + START_TTL_MS,
    })
  return { server, ada, operator, code, route: { screen: 'request', code } as const, keep }
}

const launchedWith = (server: AppServer, startParam: string) =>
  createFakeTelegram({ launch: server.launch(undefined, startParam) })

/** The member comes back; the page, the window and the client all report it. */
async function comeBack(app: MemberApp, server: AppServer): Promise<void> {
  await isKnown(app)
  const before = server.sentTo(takeStart).length
  app.telegram.comeBack()
  app.telegram.comeBack()
  await until(() => expect(server.sentTo(takeStart).length).toBe(before + 1))
}

test('the app restores at the start a start parameter that the client has lost', async () => {
  const { server, route, keep } = await start()
  await keep()
  const app = openMemberApp(server)
  await leadsTo(app, route)
  await app.sees(requestEn.whoAsks)
  app.router.back()
  await leadsTo(app, HOME)
})

test('the page’s first script follows the signed parameter, and the app does not follow it again', async () => {
  const { server, code } = await start()
  const app = openMemberApp(server, { telegram: launchedWith(server, code) })
  await app.sees(en.home.connect)
  await isKnown(app)
  expect(app.router.route.get()).toEqual(HOME)
})

test('an app that is only brought to the front requests the code that was brought meanwhile', async () => {
  const { server, operator, code, route, keep } = await start()
  const other = await operator.makeRequest()
  const app = openMemberApp(server, { telegram: launchedWith(server, code), route })
  await app.sees(requestEn.whoAsks)
  await keep(other)
  await comeBack(app, server)
  await leadsTo(app, { screen: 'request', code: other })
})

test('a member who went Home from the screen of a link is not led there again', async () => {
  const { server, code, keep } = await start()
  const app = openMemberApp(server, { telegram: launchedWith(server, code) })
  await isKnown(app)
  await keep()
  await comeBack(app, server)
  await app.sees(en.home.connect)
  expect(app.router.route.get()).toEqual(HOME)
})

test('a stored code replaces a link that cannot be followed', async () => {
  const { server, route, keep } = await start()
  await keep()
  const telegram = launchedWith(server, 'cut-off')
  const app = openMemberApp(server, { telegram, route: { screen: 'bad-link', why: 'broken' } })
  await leadsTo(app, route)
  app.router.back()
  await leadsTo(app, HOME)
})

test.each<Route>([{ screen: 'connect' }, { screen: 'settings' }, { screen: 'new-request' }])(
  'the app does not move a member away from %j',
  async (route) => {
    const { server, keep } = await start()
    await keep()
    const app = openMemberApp(server, { route })
    await until(() => expect(server.sentTo(openSession)).toHaveLength(1))
    app.telegram.comeBack()
    await isKnown(app)
    expect(server.sentTo(takeStart)).toEqual([])
    expect(app.router.route.get()).toEqual(route)
  },
)

test('the app leaves an attempt only after its end', async () => {
  const { server, ada, route, keep } = await start()
  const attempt = await ada.startTon()
  const app = openMemberApp(server, { route: { screen: 'attempt', id: attempt.id } })
  await app.sees(en.attempt.title)
  await isKnown(app)
  await keep()
  app.telegram.comeBack()
  await isKnown(app)
  expect(server.sentTo(takeStart)).toEqual([])
  await ada.prove(attempt)
  await app.sees(en.attempt.linked)
  await comeBack(app, server)
  await leadsTo(app, route)
})

test('a code that arrives while the member is busy waits for the next return', async () => {
  const { server, route, keep } = await start()
  await keep()
  const open = server.hold(openSession)
  const app = openMemberApp(server, { route: { screen: 'connect' } })
  open()
  await isKnown(app)
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.router.replace(HOME)
  await comeBack(app, server)
  await leadsTo(app, route)
})

test('the app requests the code when initData of an earlier day opens no session', async () => {
  const { server, route, keep } = await start()
  const telegram = createFakeTelegram({ launch: server.launch() })
  const app = openMemberApp(server, { telegram })
  await isKnown(app)
  expect(server.sentTo(takeStart)).toEqual([])
  server.server.clock.now += 2 * 3_600_000
  await keep()
  await leadsTo(openMemberApp(server, { telegram, device: app.device }), route)
})

test('a request for the code that fails changes nothing', async () => {
  const { server } = await start()
  server.refuse(takeStart, 'maintenance')
  const app = openMemberApp(server)
  await app.sees(en.home.connect)
  await comeBack(app, server)
  await comeBack(app, server)
  expect(app.router.route.get()).toEqual(HOME)
})

test.each([
  ['unknown', async () => 'a'.repeat(22)],
  [
    'another member’s',
    async (server: AppServer) => (await (await server.visit(ILYA)).startTon()).id,
  ],
])('the link of an attempt that is %s is refused', async (_, getId) => {
  const server = await startAppServer()
  const app = openMemberApp(server, { route: { screen: 'attempt', id: await getId(server) } })
  await app.sees(en.problems['not-found'])
  app.telegram.pressMainButton()
  await leadsTo(app, HOME)
})

test('“open again” leads back to the live attempt', async () => {
  const { server, ada } = await start()
  const { id } = await ada.startTon()
  server.refuse(getAttempt, 'init-data-expired')
  const app = openMemberApp(server, { route: { screen: 'attempt', id } })
  await app.tap(en.actions.reopen)
  expect(app.telegram.opened).toEqual([`https://t.me/clasp_test_bot?startapp=a1_${id}`])
})
