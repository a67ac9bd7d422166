import { expect, test } from 'vitest'
import { getRequest } from '#shared/api/get-request.ts'
import { listChats } from '#shared/api/list-chats.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import {
  CHAT,
  createAskedServer,
  MADE,
  MADE_FOR_CHAT,
  PERSIAN_LAUNCH,
  OTHER_CHAT,
  requestOf,
} from '#tests/support/asked.ts'
import { ok, refuse } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { askingEn, askingFa, en, fa } from '#tests/support/words.ts'

const ROUTE = { screen: 'new-request' } as const
const DAY_S = 24 * 60 * 60

type App = ReturnType<typeof openApp>
type Server = ReturnType<typeof createAskedServer>

const { form } = askingEn
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const seesForm = (app: App) =>
  until(() => expect(app.telegram.mainButton()).toMatchObject({ text: form.ask, enabled: true }))

function openForm(
  server: Server = createAskedServer(),
  options: Parameters<typeof openApp>[0] = {},
) {
  return openApp({ server, route: ROUTE, ...options })
}

/** The radio or the switch that bears these words. */
function control(app: App, words: string): HTMLInputElement {
  const label = [...app.container.querySelectorAll('label')].find(({ textContent }) =>
    textContent.includes(words),
  )
  const input = label?.querySelector('input')
  if (!input) throw new Error(`nothing to choose says "${words}" in: ${app.text()}`)
  return input
}

async function choose(app: App, words: string): Promise<void> {
  control(app, words).click()
  await until(() => expect(control(app, words).checked).toBe(true))
}

async function ask(app: App): Promise<void> {
  await seesForm(app)
  app.telegram.pressMainButton()
}

const asked = (server: Server) => server.sentTo(makeRequest).map(({ body }) => body)

test('asks the members of the chat used last for a week, if nothing else is chosen', async () => {
  const server = createAskedServer(MADE_FOR_CHAT)
  const app = openForm(server)
  await ask(app)
  await until(() =>
    expect(app.router.route.get()).toEqual({ screen: 'made-request', code: MADE_FOR_CHAT.code }),
  )
  expect(asked(server)).toEqual([
    { families: ['ton'], expiresIn: 7 * DAY_S, chatId: CHAT.id, membersOnly: true },
  ])
  expect(app.telegram.haptics).toContain('success')
})

test('says how to ask in a group, where only a link is on offer', async () => {
  const server = createAskedServer()
  server.current.places = { anywhere: true, chats: [] }
  const app = openForm(server)
  await seesForm(app)
  await sees(app, askingEn.addToGroup)
  expect(app.text()).toContain('/connect')
})

test('asks another chat, everybody in it and beyond, for a day', async () => {
  const server = createAskedServer(MADE_FOR_CHAT)
  const app = openForm(server)
  await seesForm(app)
  await choose(app, OTHER_CHAT.title)
  await choose(app, form.lives.day)
  control(app, form.membersOnly).click()
  await sees(app, form.everybodyNote)
  await ask(app)
  await until(() => expect(asked(server)).toHaveLength(1))
  expect(asked(server)).toEqual([
    { families: ['ton'], expiresIn: DAY_S, chatId: OTHER_CHAT.id, membersOnly: false },
  ])
})

test('a link to send oneself is for no chat, and so for no members only', async () => {
  const server = createAskedServer()
  const app = openForm(server)
  await seesForm(app)
  await choose(app, form.whomever)
  expect(app.text()).not.toContain(form.membersOnly)
  await choose(app, form.lives.month)
  await ask(app)
  await until(() => expect(asked(server)).toHaveLength(1))
  expect(asked(server)).toEqual([
    { families: ['ton'], expiresIn: 30 * DAY_S, chatId: null, membersOnly: false },
  ])
})

test('"members only" is still chosen after a look at the link', async () => {
  const app = openForm()
  await seesForm(app)
  expect(control(app, form.membersOnly).checked).toBe(true)
  await choose(app, form.whomever)
  await choose(app, CHAT.title)
  expect(control(app, form.membersOnly).checked).toBe(true)
})

test('back leads past the form once the request is made', async () => {
  const app = openForm(createAskedServer(MADE_FOR_CHAT), { route: { screen: 'requests' } })
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: askingEn.newRequest }))
  app.telegram.pressMainButton()
  await ask(app)
  await until(() => expect(app.router.route.get().screen).toBe('made-request'))
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'requests' })
})

test('whoever has gone back while it is made is not led away', async () => {
  const server = createAskedServer()
  const gate = createGate()
  server.on(makeRequest, async () => {
    await gate.passed
    return ok(MADE)
  })
  const app = openForm(server, { route: { screen: 'requests' } })
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: askingEn.newRequest }))
  app.telegram.pressMainButton()
  await ask(app)
  await until(() => expect(asked(server)).toHaveLength(1))
  app.telegram.pressBack()
  gate.open()
  await until(() => expect(app.telegram.haptics).toContain('success'))
  expect(app.router.route.get()).toEqual({ screen: 'requests' })
})

test('shows what people will read: who asks, for which chat, what will be known, until when', async () => {
  const app = openForm()
  await sees(app, form.preview)
  expect(app.text()).toContain('Ada asks for your wallet@adaFor the chat Argonauts')
  expect(app.text()).toContain('Ada and the owner of Clasp will knowYour Telegram name')
  expect(app.text()).toContain('Open untilNov 27, ')
  expect(app.text()).toContain(form.countOnly)
  await choose(app, form.whomever)
  expect(app.text()).not.toContain(form.countOnly)
  expect(app.text()).toContain(`@ada${form.forNoChat}`)
})

test('nothing can be typed', async () => {
  const app = openForm()
  await seesForm(app)
  const typed = 'textarea, [contenteditable], input:not([type=radio], [type=checkbox])'
  expect(app.container.querySelectorAll(typed)).toHaveLength(0)
})

test.each(['rate-limited', 'may-not-ask', 'chat-gone', 'server-unreachable', 'internal'] as const)(
  'refused with %s it says so, and nothing of the form is lost',
  async (code) => {
    const server = createAskedServer()
    server.on(makeRequest, () => refuse(code))
    if (code === 'server-unreachable') server.on(makeRequest, () => ({ status: 502 }))
    const app = openForm(server)
    await seesForm(app)
    await choose(app, OTHER_CHAT.title)
    await choose(app, form.lives.month)
    control(app, form.membersOnly).click()
    await ask(app)
    await sees(app, en.problems[code])
    expect(app.router.route.get()).toEqual(ROUTE)
    expect(control(app, OTHER_CHAT.title).checked).toBe(true)
    expect(control(app, form.lives.month).checked).toBe(true)
    expect(control(app, form.membersOnly).checked).toBe(false)
    expect(app.telegram.haptics).toContain('error')
  },
)

test('a chat that is gone is chosen no more, and no other is asked in its stead', async () => {
  const server = createAskedServer()
  server.on(makeRequest, () => refuse('chat-gone'))
  const app = openForm(server)
  await seesForm(app)
  await choose(app, form.lives.month)
  server.current.places = { anywhere: true, chats: [OTHER_CHAT] }
  app.telegram.pressMainButton()
  await sees(app, form.choose)
  expect(app.text()).toContain(en.problems['chat-gone'])
  expect(app.text()).not.toContain(CHAT.title)
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ enabled: false }))
  await choose(app, OTHER_CHAT.title)
  expect(control(app, form.lives.month).checked).toBe(true)
  await seesForm(app)
})

test('a request whose answer was lost is found, and not made twice', async () => {
  const server = createAskedServer()
  server.on(makeRequest, () => {
    server.current.requests = [MADE_FOR_CHAT, MADE]
    server.current.made = MADE_FOR_CHAT
    return { status: 502 }
  })
  const app = openForm(server)
  await ask(app)
  await sees(app, en.problems['server-unreachable'])
  await ask(app)
  await until(() =>
    expect(app.router.route.get()).toEqual({ screen: 'made-request', code: MADE_FOR_CHAT.code }),
  )
  expect(asked(server)).toHaveLength(1)
})

test('a request that never arrived is made by the next try', async () => {
  const server = createAskedServer()
  server.on(makeRequest, () => ({ status: 502 }))
  const app = openForm(server)
  await ask(app)
  await sees(app, en.problems['server-unreachable'])
  server.on(makeRequest, () => ok(MADE_FOR_CHAT))
  await ask(app)
  await until(() => expect(app.router.route.get().screen).toBe('made-request'))
  expect(asked(server)).toHaveLength(2)
})

test('two presses before the answer make one request', async () => {
  const server = createAskedServer()
  const app = openForm(server)
  await seesForm(app)
  app.telegram.pressMainButton()
  app.telegram.pressMainButton()
  await until(() => expect(app.router.route.get().screen).toBe('made-request'))
  expect(asked(server)).toHaveLength(1)
})

test('a group that the bot came into meanwhile is there on return, and the choice stays', async () => {
  const server = createAskedServer()
  server.current.places = { anywhere: true, chats: [OTHER_CHAT] }
  const app = openForm(server)
  await seesForm(app)
  server.current.places = { anywhere: true, chats: [CHAT, OTHER_CHAT] }
  app.telegram.comeBack()
  await sees(app, CHAT.title)
  expect(control(app, OTHER_CHAT.title).checked).toBe(true)
})

test('a member who can ask nowhere is told how to be able to', async () => {
  const server = createAskedServer()
  server.current.places = { anywhere: false, chats: [] }
  const app = openForm(server)
  await sees(app, askingEn.cannot.name)
  expect(app.text()).toContain(askingEn.addToGroup)
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('an outage at the start can be tried again', async () => {
  const server = createAskedServer()
  server.on(listChats, () => refuse('internal'))
  const app = openForm(server)
  await sees(app, en.problems.internal)
  server.on(listChats, () => ok(server.current.places))
  app.telegram.pressMainButton()
  await seesForm(app)
})

test('where no EVM wallets are offered there is no word of them', async () => {
  const app = openForm()
  await seesForm(app)
  expect(app.text()).not.toContain('EVM')
  expect(app.text()).not.toContain('TON')
  expect(app.text()).not.toContain(form.wallets)
})

test.each([
  [form.any, ['ton', 'evm']],
  ['TON', ['ton']],
  ['EVM', ['evm']],
])('where they are, one chooses between kinds: %s', async (name, families) => {
  const server = createAskedServer()
  const app = openForm(server, { boot: EVM_BOOT, evm: createFakeWalletConnector() })
  await sees(app, 'EVM')
  await choose(app, name)
  await ask(app)
  await until(() => expect(asked(server)).toMatchObject([{ families }]))
})

test('another language changes the words, and nothing that was chosen', async () => {
  const app = openForm()
  await seesForm(app)
  await choose(app, form.lives.month)
  control(app, form.membersOnly).click()
  await app.services.languages.choose('fa')
  await sees(app, askingFa.form.preview)
  expect(control(app, askingFa.form.lives.month).checked).toBe(true)
  expect(control(app, askingFa.form.membersOnly).checked).toBe(false)
})

test('Tab goes through the form as one reads it', async () => {
  const app = openForm(createAskedServer(), { boot: EVM_BOOT, evm: createFakeWalletConnector() })
  await sees(app, 'EVM')
  await seesForm(app)
  const stops = [...app.container.querySelectorAll<HTMLElement>('input, button')]
  expect(stops.every(({ tabIndex }) => tabIndex <= 0)).toBe(true)
  expect(
    stops.map(
      ({ labels }: HTMLElement & { labels?: NodeListOf<Element> }) => labels?.[0]?.textContent,
    ),
  ).toEqual([
    CHAT.title,
    OTHER_CHAT.title,
    form.whomever,
    form.any,
    'TON',
    'EVM',
    form.lives.day,
    form.lives.week,
    form.lives.month,
    form.membersOnly,
  ])
})

test('a client without a main button draws it on the page', async () => {
  const telegram = createFakeTelegram({ hasMainButton: false })
  const server = createAskedServer(MADE_FOR_CHAT)
  const app = openForm(server, { telegram })
  await sees(app, form.preview)
  app.press(form.ask)
  await until(() => expect(app.router.route.get().screen).toBe('made-request'))
})

test('speaks Persian, and keeps names of other scripts apart', async () => {
  const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
  const server = createAskedServer()
  server.on(getRequest, () => ok(requestOf(MADE)))
  server.current.places = { anywhere: true, chats: [{ ...CHAT, title: 'کتاب‌خوان‌ها' }] }
  const app = openForm(server, { telegram })
  await sees(app, askingFa.form.preview)
  expect(app.text()).toContain(askingFa.form.asks('Ada'))
  expect(app.text()).toContain(askingFa.form.forChat('\u2068کتاب‌خوان‌ها\u2069'))
  expect(app.text()).not.toContain(fa.problems.internal)
  await until(() => expect(telegram.mainButton()).toMatchObject({ text: askingFa.form.ask }))
})
