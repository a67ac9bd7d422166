import { expect, test } from 'vitest'
import { makeRequest } from '#shared/api/make-request.ts'
import { isolated } from '#client/i18n/format.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { ARGONAUTS, BOOK_CLUB, enter, startRequesting } from '#tests/support/requesting.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { requestingEn, requestingFa, en, fa } from '#tests/support/messages.ts'
import { ADA } from '#tests/support/people.ts'

const ROUTE = { screen: 'new-request' } as const
const DAY_S = 24 * 60 * 60

const { form } = requestingEn

/** The form, at a server where Ada may ask by a link and in both groups by default. */
async function openForm(options: Parameters<typeof startRequesting>[0] = {}) {
  const asking = await startRequesting(options)
  const evm = options.evm ? createFakeWalletConnector() : null
  const app = openMemberApp(asking.server, { route: ROUTE, evm })
  await app.seesMain(form.ask)
  return { ...asking, app, sent: () => getBodies(asking.server) }
}

/** The form, opened from the list of requests. */
async function openFromList() {
  const { server } = await startRequesting()
  const app = openMemberApp(server, { route: { screen: 'requests' } })
  await app.tapMain(requestingEn.newRequest)
  return { server, app }
}

const getBodies = (server: AppServer) => server.sentTo(makeRequest).map(({ body }) => body)

/** The radio or the switch that has this label. */
function control(app: MemberApp, messages: string): HTMLInputElement {
  const label = [...app.container.querySelectorAll('label')].find(({ textContent }) =>
    textContent.includes(messages),
  )
  const input = label?.querySelector('input')
  if (!input) throw new Error(`nothing to choose says "${messages}" in: ${app.text()}`)
  return input
}

async function choose(app: MemberApp, messages: string): Promise<void> {
  control(app, messages).click()
  await until(() => expect(control(app, messages).checked).toBe(true))
}

const isMade = (app: MemberApp) =>
  until(() => expect(app.router.route.get().screen).toBe('made-request'))

test('a new request asks the members of the last used chat for a week, if nothing else is chosen', async () => {
  const { app, chats, sent } = await openForm()
  app.telegram.pressMainButton()
  await isMade(app)
  expect(sent()).toEqual([
    { families: ['ton'], expiresIn: 7 * DAY_S, chatId: chats.get(ARGONAUTS), membersOnly: true },
  ])
  expect(app.telegram.haptics).toContain('success')
  await app.sees(ARGONAUTS.title)
})

test('the form explains how to ask in a group when only a link is available', async () => {
  const { app } = await openForm({ groups: [] })
  await app.sees(requestingEn.addToGroup)
  expect(app.text()).toContain('/connect')
})

test('a new request can ask everybody in another chat and beyond for a day', async () => {
  const { app, chats, sent } = await openForm()
  await choose(app, BOOK_CLUB.title)
  await choose(app, form.lives.day)
  control(app, form.membersOnly).click()
  await app.sees(form.everybodyNote)
  await app.tapMain(form.ask)
  await isMade(app)
  expect(sent()).toEqual([
    { families: ['ton'], expiresIn: DAY_S, chatId: chats.get(BOOK_CLUB), membersOnly: false },
  ])
})

test('a request by link only is for no chat, and so not for members only', async () => {
  const { app, sent } = await openForm()
  await choose(app, form.anyone)
  expect(app.text()).not.toContain(form.membersOnly)
  await choose(app, form.lives.month)
  await app.tapMain(form.ask)
  await isMade(app)
  expect(sent()).toEqual([
    { families: ['ton'], expiresIn: 30 * DAY_S, chatId: null, membersOnly: false },
  ])
})

test('"members only" stays chosen when the member chooses the link and then the chat again', async () => {
  const { app } = await openForm()
  expect(control(app, form.membersOnly).checked).toBe(true)
  await choose(app, form.anyone)
  await choose(app, ARGONAUTS.title)
  expect(control(app, form.membersOnly).checked).toBe(true)
})

test('back skips the form after the request is made', async () => {
  const { app } = await openFromList()
  await app.tapMain(form.ask)
  await isMade(app)
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'requests' })
})

test('a member who goes back while the request is made stays there', async () => {
  const { server, app } = await openFromList()
  const answer = server.hold(makeRequest)
  await app.tapMain(form.ask)
  await until(() => expect(getBodies(server)).toHaveLength(1))
  app.telegram.pressBack()
  answer()
  await until(() => expect(app.telegram.haptics).toContain('success'))
  expect(app.router.route.get()).toEqual({ screen: 'requests' })
})

test('the form shows the preview: who asks, for which chat, what will be known, until when', async () => {
  const { app, server } = await openForm()
  const name = isolated(server.boot.appName)
  await app.sees(form.preview)
  expect(app.text()).toContain('“Ada” asks for your wallet@adaFor a group called “Argonauts”')
  expect(app.text()).toContain(`“Ada” and the operator of ${name} will knowYour Telegram name`)
  expect(app.text()).toContain('Open untilNov 27, ')
  expect(app.text()).toContain(form.countOnly)
  await choose(app, form.anyone)
  expect(app.text()).not.toContain(form.countOnly)
  expect(app.text()).toContain(`@ada${form.forNoChat}`)
})

test('the form has no field for free text', async () => {
  const { app } = await openForm()
  const typed = 'textarea, [contenteditable], input:not([type=radio], [type=checkbox])'
  expect(app.container.querySelectorAll(typed)).toHaveLength(0)
})

test.each([
  'rate-limited',
  'request-not-allowed',
  'chat-gone',
  'server-unreachable',
  'internal',
] as const)('the form shows the refusal %s, and keeps all that was typed', async (code) => {
  const { app, server } = await openForm()
  if (code === 'server-unreachable')
    server.replace(makeRequest, () => new Response(null, { status: 502 }))
  else server.refuse(makeRequest, code)
  await choose(app, BOOK_CLUB.title)
  await choose(app, form.lives.month)
  control(app, form.membersOnly).click()
  await app.tapMain(form.ask)
  await app.sees(en.problems[code])
  expect(app.router.route.get()).toEqual(ROUTE)
  expect(control(app, BOOK_CLUB.title).checked).toBe(true)
  expect(control(app, form.lives.month).checked).toBe(true)
  expect(control(app, form.membersOnly).checked).toBe(false)
  expect(app.telegram.haptics).toContain('error')
})

test('a chat that is gone is not chosen any longer, and no other chat replaces it', async () => {
  const { app, server } = await openForm()
  await choose(app, form.lives.month)
  await server.server.store.leaveChat(ARGONAUTS.id, server.server.clock.now)
  app.telegram.pressMainButton()
  await app.sees(form.choose)
  expect(app.text()).toContain(en.problems['chat-gone'])
  expect(app.text()).not.toContain(ARGONAUTS.title)
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ enabled: false }))
  await choose(app, BOOK_CLUB.title)
  expect(control(app, form.lives.month).checked).toBe(true)
  await app.seesMain(form.ask)
})

test.each([
  ['whose answer was lost is found, and not made twice', 'loseAnswers', 1],
  ['that never arrived is made by the next try', 'cutOff', 2],
] as const)('a request %s', async (_, how, calls) => {
  const { app, server, sent } = await openForm()
  const restore = how === 'cutOff' ? server.cut() : server.loseAnswers(makeRequest)
  app.telegram.pressMainButton()
  await app.sees(en.problems['server-unreachable'])
  restore()
  await app.tapMain(form.ask)
  await isMade(app)
  expect(sent()).toHaveLength(calls)
})

test('a group that the bot joined meanwhile appears on return, and the choice stays', async () => {
  const { app, server } = await openForm({ groups: [BOOK_CLUB] })
  await enter(server, ARGONAUTS)
  app.telegram.comeBack()
  await app.sees(ARGONAUTS.title)
  expect(control(app, BOOK_CLUB.title).checked).toBe(true)
})

test('a member who cannot ask anywhere reads how to enable it', async () => {
  const app = openMemberApp(await startAppServer(), { route: ROUTE })
  await app.sees(requestingEn.cannot.name)
  expect(app.text()).toContain(requestingEn.addToGroup)
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('the form does not mention EVM wallets where they are not offered', async () => {
  const { app } = await openForm()
  for (const messages of ['EVM', 'TON', form.wallets]) expect(app.text()).not.toContain(messages)
})

test.each([
  [form.any, ['ton', 'evm']],
  ['TON', ['ton']],
  ['EVM', ['evm']],
])(
  'the member chooses between kinds of wallets where EVM wallets are offered: %s',
  async (name, families) => {
    const { app, sent } = await openForm({ evm: 'in-app' })
    await app.sees('EVM')
    await choose(app, name)
    await app.tapMain(form.ask)
    await isMade(app)
    expect(sent()).toMatchObject([{ families }])
  },
)

test('another language changes the messages, and nothing that was chosen', async () => {
  const { app } = await openForm()
  await choose(app, form.lives.month)
  control(app, form.membersOnly).click()
  await app.services.languages.choose('fa')
  await app.sees(requestingFa.form.preview)
  expect(control(app, requestingFa.form.lives.month).checked).toBe(true)
  expect(control(app, requestingFa.form.membersOnly).checked).toBe(false)
})

test('Tab goes through the form in reading order', async () => {
  const { app } = await openForm({ evm: 'in-app' })
  await app.sees('EVM')
  const stops = [...app.container.querySelectorAll<HTMLElement>('input, button')]
  expect(stops.every(({ tabIndex }) => tabIndex <= 0)).toBe(true)
  expect(
    stops.map(
      ({ labels }: HTMLElement & { labels?: NodeListOf<Element> }) => labels?.[0]?.textContent,
    ),
  ).toEqual([
    ARGONAUTS.title,
    BOOK_CLUB.title,
    form.anyone,
    form.any,
    'TON',
    'EVM',
    form.lives.day,
    form.lives.week,
    form.lives.month,
    form.membersOnly,
  ])
})

test('the form has its texts in Persian, and isolates names of other scripts', async () => {
  const account = { ...ADA, language_code: 'fa' }
  const { server } = await startRequesting({
    account,
    groups: [{ ...ARGONAUTS, title: 'کتاب‌خوان‌ها' }],
  })
  const telegram = createFakeTelegram({ launch: server.launch(account) })
  const app = openMemberApp(server, { telegram, route: ROUTE })
  await app.sees(requestingFa.form.preview)
  expect(app.text()).toContain(requestingFa.form.asks('Ada'))
  expect(app.text()).toContain(requestingFa.form.forChat(isolated('کتاب‌خوان‌ها')))
  expect(app.text()).not.toContain(fa.problems.internal)
  await app.seesMain(requestingFa.form.ask)
})
