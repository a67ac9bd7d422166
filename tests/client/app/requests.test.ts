import { expect, test } from 'vitest'
import { listChats } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import type { MadeRequest } from '#shared/request.ts'
import { createAskedServer, MADE, MADE_FOR_CHAT, PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import { refuse } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { askingEn, askingFa, en, fa } from '#tests/support/words.ts'

const ROUTE = { screen: 'requests' } as const
const NOWHERE = { anywhere: false, chats: [] }

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const seesMainButton = (app: App, text: string) =>
  until(() => expect(app.telegram.mainButton()).toMatchObject({ text }))

function openRequests(requests: MadeRequest[] = []) {
  const server = createAskedServer()
  server.current.requests = requests
  return { server, app: openApp({ server, route: ROUTE }) }
}

test.each(['home', 'settings'] as const)(
  'a member who asks finds the way from %s',
  async (screen) => {
    const app = openApp({ server: createAskedServer(), route: { screen } })
    await sees(app, en.home.ask)
    app.press(en.home.ask)
    await sees(app, askingEn.mine)
    expect(app.router.route.get()).toEqual(ROUTE)
  },
)

test.each(['home', 'settings'] as const)(
  'a member who has nowhere to ask sees no way there on %s',
  async (screen) => {
    const app = openApp({ route: { screen } })
    await sees(app, screen === 'home' ? en.home.wallets : en.settings.policy)
    expect(app.text()).not.toContain(en.home.ask)
  },
)

test('every request says for whom it is, how many answered and until when', async () => {
  const { app } = openRequests([
    { ...MADE_FOR_CHAT, answered: 2 },
    { ...MADE, answered: 1, state: 'expired' },
    { ...MADE, code: `r1_${'c'.repeat(22)}`, state: 'closed' },
    { ...MADE, code: `r1_${'f'.repeat(22)}`, answered: 1_500, state: 'full' },
  ])
  await sees(app, 'Argonauts2 answersOpen until Nov 27, ')
  expect(app.text()).toContain('Anybody with the link1 answerEnded Nov 27, ')
  expect(app.text()).toContain('0 answersClosed')
  expect(app.text()).toContain('1,500 answersFull')
})

test('a request opens by a tap', async () => {
  const server = createAskedServer(MADE_FOR_CHAT)
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Argonauts')
  app.press('Argonauts')
  expect(app.router.route.get()).toEqual({ screen: 'made-request', code: MADE_FOR_CHAT.code })
})

test('a new one is the main button wherever there is somewhere to ask', async () => {
  const { app } = openRequests([MADE])
  await seesMainButton(app, 'New request')
  app.telegram.pressMainButton()
  expect(app.router.route.get()).toEqual({ screen: 'new-request' })
})

test('a member who has asked for nothing yet is told what this is', async () => {
  const { app } = openRequests()
  await seesMainButton(app, 'New request')
  expect(app.text()).toContain(askingEn.empty.name)
})

test('a member who can ask nowhere is told how to be able to', async () => {
  const server = createAskedServer()
  Object.assign(server.current, { requests: [], places: NOWHERE })
  const app = openApp({ server, route: ROUTE })
  await sees(app, askingEn.cannot.name)
  expect(app.text()).toContain('/connect')
  await until(() => expect(app.telegram.mainButton()).toBeNull())
  app.press(askingEn.addToGroup)
  expect(app.telegram.opened).toEqual(['https://t.me/clasp_bot?startgroup=true'])
  server.current.places = { anywhere: true, chats: [] }
  app.telegram.comeBack()
  await seesMainButton(app, 'New request')
})

test('a member who can ask no more still sees the requests of before', async () => {
  const server = createAskedServer(MADE_FOR_CHAT)
  Object.assign(server.current, { places: NOWHERE })
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Argonauts')
  await until(() => expect(server.sentTo(listChats)).toHaveLength(1))
  expect(app.text()).toContain(askingEn.addToGroup)
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('is renewed when the member comes back', async () => {
  const { app, server } = openRequests([MADE])
  await sees(app, '0 answers')
  server.current.requests = [{ ...MADE, answered: 3 }]
  app.telegram.comeBack()
  await sees(app, '3 answers')
})

test('an outage at the start can be tried again', async () => {
  const server = createAskedServer()
  server.on(listMadeRequests, () => refuse('internal'))
  const app = openApp({ server, route: ROUTE })
  await sees(app, en.problems.internal)
  server.on(listMadeRequests, () => ({ status: 200, body: { requests: [MADE_FOR_CHAT] } }))
  app.telegram.pressMainButton()
  await sees(app, 'Argonauts')
})

test('where one may ask may stay unknown: the requests are shown, and it can be tried again', async () => {
  const server = createAskedServer(MADE_FOR_CHAT)
  server.on(listChats, () => refuse('internal'))
  const app = openApp({ server, route: ROUTE })
  await sees(app, en.problems.internal)
  expect(app.text()).toContain('Argonauts')
  server.on(listChats, () => ({ status: 200, body: server.current.places }))
  app.press(en.actions.retry)
  await seesMainButton(app, 'New request')
  expect(app.text()).not.toContain(en.problems.internal)
})

test('an outage later leaves the requests on the screen and says so', async () => {
  const { app, server } = openRequests([MADE_FOR_CHAT])
  await sees(app, 'Argonauts')
  server.on(listMadeRequests, () => refuse('internal'))
  app.telegram.comeBack()
  await sees(app, en.problems.internal)
  expect(app.text()).toContain('Argonauts')
})

test('a title of another script and its own direction stays apart from our words', async () => {
  const title = 'گروه \u202Eevil'
  const { app } = openRequests([{ ...MADE_FOR_CHAT, chat: { title } }])
  await sees(app, title)
  const named = [...app.container.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(named).toContain(title)
})

test('speaks Persian, with its digits and its calendar', async () => {
  const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
  const server = createAskedServer({ ...MADE, answered: 12 })
  const app = openApp({ server, telegram, route: ROUTE })
  await sees(app, fa.home.ask)
  expect(app.text()).toContain(askingFa.anybody)
  expect(app.text()).toContain('۱۲ پاسخ')
  expect(app.text()).toContain('آذر')
  await seesMainButton(app, askingFa.newRequest)
})
