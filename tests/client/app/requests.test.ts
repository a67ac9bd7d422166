import { expect, test } from 'vitest'
import { listChats } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { plainName } from '#shared/plain-name.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { answer, ARGONAUTS, enter, startRequesting } from '#tests/support/requesting.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { requestingEn, requestingFa, en, fa } from '#tests/support/messages.ts'
import { ADA } from '#tests/support/people.ts'

const ROUTE = { screen: 'requests' } as const
const DAY_S = 24 * 60 * 60

const openRequests = (server: AppServer) => openMemberApp(server, { route: ROUTE })

/** The list of Ada, who has asked the Argonauts. */
async function openAsked() {
  const asking = await startRequesting()
  const made = await asking.ask()
  const app = openRequests(asking.server)
  await app.sees('Argonauts')
  return { ...asking, made, app }
}

test.each(['home', 'settings'] as const)(
  'a member who has asked finds the list from %s',
  async (screen) => {
    const { server, ask } = await startRequesting()
    await ask()
    const app = openMemberApp(server, { route: { screen } })
    await app.tap(en.home.ask)
    await app.sees(requestingEn.mine)
    expect(app.router.route.get()).toEqual(ROUTE)
  },
)

test.each(['home', 'settings'] as const)(
  'a member who cannot ask anywhere finds no link to the list on %s',
  async (screen) => {
    const app = openMemberApp(await startAppServer(), { route: { screen } })
    await app.sees(screen === 'home' ? en.home.empty : en.settings.policy)
    await until(() => expect(app.services.member.get().status).toBe('known'))
    expect(app.text()).not.toContain(en.home.ask)
  },
)

test('every request shows for whom it is, how many answered and until when it is open', async () => {
  const { server, ada, ask } = await startRequesting()
  const { code } = await ask()
  await answer(server, code)
  await answer(server, code, ADA, 8)
  await answer(server, (await ask(null, DAY_S)).code)
  const closed = await ask(null)
  await ada.api.call(updateRequest, { id: closed.code, body: { state: 'closed' } })
  await ask(null)
  server.server.clock.now += DAY_S * 1_000
  // Only the operator's requests become full, which no member makes.
  const { api } = await server.visit()
  const [last, ...requests] = (await api.call(listMadeRequests, {})).requests
  const full = { ...last, answered: 1_500, state: 'full' }
  server.replace(listMadeRequests, () => Response.json({ requests: [full, ...requests] }))
  const app = openRequests(server)
  await app.sees('Argonauts2 answersOpen until Nov 27, ')
  expect(app.text()).toContain('Anyone with the link1 answerEnded Nov 21, ')
  expect(app.text()).toContain('0 answersClosed')
  expect(app.text()).toContain('1,500 answersFull')
})

test('a request opens by a tap', async () => {
  const { app, made } = await openAsked()
  app.press('Argonauts')
  expect(app.router.route.get()).toEqual({ screen: 'made-request', code: made.code })
})

test('the main button makes a new request wherever the member can ask', async () => {
  const { app } = await openAsked()
  await app.tapMain('New request')
  expect(app.router.route.get()).toEqual({ screen: 'new-request' })
})

test('a member who has asked for nothing yet reads what this is', async () => {
  const { server } = await startRequesting()
  const app = openRequests(server)
  await app.seesMain('New request')
  expect(app.text()).toContain(requestingEn.empty.name)
})

test('a member who cannot ask anywhere reads how to enable it', async () => {
  const server = await startAppServer()
  const app = openRequests(server)
  await app.sees(requestingEn.cannot.name)
  expect(app.text()).toContain('/connect')
  await until(() => expect(app.telegram.mainButton()).toBeNull())
  app.press(requestingEn.addToGroup)
  expect(app.telegram.opened).toEqual(['https://t.me/clasp_test_bot?startgroup=true'])
  await enter(server, ARGONAUTS)
  app.telegram.comeBack()
  await app.seesMain('New request')
})

test('a member who can no longer ask still sees earlier requests', async () => {
  const { server, ask } = await startRequesting({ requests: 'admins', groups: [ARGONAUTS] })
  await ask()
  server.server.telegram.demote(ARGONAUTS.id, ADA.id)
  const app = openRequests(server)
  await app.sees('Argonauts')
  await app.sees(requestingEn.addToGroup)
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('the list is refreshed when the member comes back', async () => {
  const { app, server, made } = await openAsked()
  await app.sees('0 answers')
  await answer(server, made.code)
  app.telegram.comeBack()
  await app.sees('1 answer')
})

test('an outage at the start can be tried again', async () => {
  const { server, ask } = await startRequesting()
  await ask()
  const restore = server.refuse(listMadeRequests, 'internal')
  const app = openRequests(server)
  await app.sees(en.problems.internal)
  restore()
  app.telegram.pressMainButton()
  await app.sees('Argonauts')
})

test('the requests are shown when the chats cannot be loaded, and loading them can be tried again', async () => {
  const { server, ask } = await startRequesting()
  await ask()
  const restore = server.refuse(listChats, 'internal')
  const app = openRequests(server)
  await app.sees(en.problems.internal)
  expect(app.text()).toContain('Argonauts')
  restore()
  app.press(en.actions.retry)
  await app.seesMain('New request')
  expect(app.text()).not.toContain(en.problems.internal)
})

test('an outage later leaves the requests on the screen and says so', async () => {
  const { app, server } = await openAsked()
  server.refuse(listMadeRequests, 'internal')
  app.telegram.comeBack()
  await app.sees(en.problems.internal)
  expect(app.text()).toContain('Argonauts')
})

test('a title of another script and direction is isolated from our messages', async () => {
  const group = { ...ARGONAUTS, title: 'گروه \u202Eevil' }
  const { server, ask } = await startRequesting({ groups: [group] })
  await ask(group)
  const app = openRequests(server)
  await app.sees(plainName(group.title))
  const named = [...app.container.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(named).toContain(plainName(group.title))
})

test('the list of requests has its texts in Persian, with Persian digits and the Persian calendar', async () => {
  const account = { ...ADA, language_code: 'fa' }
  const { server, ask } = await startRequesting({ account })
  const { code } = await ask(null)
  await answer(server, code)
  const telegram = createFakeTelegram({ launch: server.launch(account) })
  const app = openMemberApp(server, { telegram, route: ROUTE })
  await app.sees(fa.home.ask)
  expect(app.text()).toContain(requestingFa.anybody)
  expect(app.text()).toContain('۱ پاسخ')
  expect(app.text()).toContain('آذر')
  await app.seesMain(requestingFa.newRequest)
})
