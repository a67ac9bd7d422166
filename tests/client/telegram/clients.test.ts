import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { getCard } from '#shared/api/get-card.ts'
import { share } from '#shared/api/share.ts'
import { isAtLeast, PLATFORMS } from '#demo/telegram/theme-params.ts'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { ATTEMPT, CARD, ok, OWN_CARD, WALLET } from '#tests/support/fake-api.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { openTelegramClient } from '#tests/support/telegram-client.ts'
import { FRAME_ORIGINS, visit } from '#tests/support/telegram-host.ts'
import { until } from '#tests/support/until.ts'
import { en, sharingEn } from '#tests/support/words.ts'

/*
 * The walk over clients: whatever the client has is used, and whatever it lacks is drawn by the page, so that every
 * one of them leads from Home into an attempt, out of it again after a question, and over its receipt.
 */

const VERSIONS = ['6.0', '6.1', '6.2', '6.9', '6.10', '7.7', '7.10', '8.0', '9.1', '9.6', '12.34']
const HOME = { screen: 'home' }
const SETTINGS = { screen: 'settings' }
const ATTEMPT_ROUTE = { screen: 'attempt', id: ATTEMPT.id } as const
const { leaveAsk } = en.attempt

type Client = ReturnType<typeof openTelegramClient>
type App = ReturnType<typeof openApp>

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

// What the app loads on the way: the first walk is not to wait for all of it.
beforeAll(() =>
  Promise.all([
    import('#client/app/core.ts'),
    import('#client/app/question-dialog.tsx'),
    import('#client/screens/attempt/attempt-screen.tsx'),
    import('#client/screens/card/card-screen.tsx'),
    import('#client/telegram/share-message.ts'),
    import('#client/screens/connect/connect.tsx'),
    import('#client/screens/home/home-content.tsx'),
    import('#client/screens/settings/settings.tsx'),
  ]),
)

let close = () => {}

afterEach(() => {
  close()
  close = () => {}
})

describe.each(VERSIONS)('a client of version %s', (version) => {
  test.each(PLATFORMS)('on %s has everything, of its own or drawn', async (platform) => {
    const client = openTelegramClient(platform, version)
    close = client.host.close
    const server = createReadyServer()
    const app = openApp({ client: client.telegram, server })
    await sees(app, en.home.connect)
    await startFromHome(app, client)
    await openSettings(app, client, version)
    await leaveAttempt(app, client)
    server.attempt.current = { ...ATTEMPT, state: 'linked', wallet: WALLET }
    await finish(app, client, version)
    await fail(app, client, server)
    await sendCard(app, client, version)
    expect(client.refused).toEqual([])
  })
})

test('a plain browser draws everything itself', async () => {
  visit('/')
  const server = createReadyServer()
  // Only a ticket leads on from there; the port is what is walked over.
  const telegram = createTelegram(FRAME_ORIGINS)
  const app = openApp({ client: { ...telegram, launch: MEMBER }, server })
  await sees(app, en.home.connect)
  app.press(en.home.connect)
  await sees(app, en.connect.title)
  app.press(en.common.back)
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  app.press(en.home.connect)
  await sees(app, en.connect.title)
  app.press(en.connect.telegramWallet)
  // No pointer has touched this page, so the browser wants another tap.
  await sees(app, en.connect.openWallet)
  app.press(en.connect.openWallet)
  await sees(app, en.attempt.cancel)
  const leave = () =>
    until(() => {
      app.press(en.common.back)
      expect(telegram.question.get()).not.toBeNull()
    })
  await leave()
  await answerOnPage(app, leaveAsk.stay)
  expect(app.router.route.get()).toEqual(ATTEMPT_ROUTE)
  await leave()
  await answerOnPage(app, leaveAsk.confirm)
  await until(() => expect(app.router.route.get()).not.toEqual(ATTEMPT_ROUTE))
  server.attempt.current = { ...ATTEMPT, state: 'linked', wallet: WALLET }
  app.router.open(ATTEMPT_ROUTE)
  await sees(app, en.attempt.linked)
  expect(app.text()).not.toContain(en.attempt.homeScreen.name)
  app.press(en.attempt.done)
  await sees(app, en.home.connect)
})

const MEMBER = {
  place: 'telegram',
  initData: 'signed',
  telegramId: '1001',
  firstName: 'Ada',
  languageCode: 'en',
} as const

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** A tap on Home's one button, and back. */
async function startFromHome(app: App, client: Client): Promise<void> {
  expect(client.session.state.get()).toMatchObject({ isReady: false, hasBackButton: false })
  client.telegram.ready()
  expect(client.session.state.get().isReady).toBe(true)
  app.press(en.home.connect)
  await sees(app, en.connect.title)
  await pressBack(app, client)
  await until(() => expect(app.router.route.get()).toEqual(HOME))
}

/** Telegram's "back", or the page's. */
async function pressBack(app: App, client: Client): Promise<void> {
  const { telegram, session } = client
  await until(() => expect(session.state.get().hasBackButton).toBe(telegram.hasBackButton))
  await until(() => pressBackNow(app, client))
}

function pressBackNow(app: App, { telegram, session }: Client): void {
  if (telegram.hasBackButton) session.emit('back_button_pressed')
  else app.press(en.common.back)
}

/** From Telegram's own menu; Home has a way to them for clients whose menu has none. */
async function openSettings(app: App, { session }: Client, version: string): Promise<void> {
  const hasSettings = isAtLeast(version, '6.10')
  expect(session.state.get().hasSettingsButton).toBe(hasSettings)
  if (hasSettings) session.emit('settings_button_pressed')
  else app.press(en.home.settings)
  await until(() => expect(app.router.route.get()).toEqual(SETTINGS))
  // A second press leads nowhere that "back" would have to be pressed for once more.
  if (hasSettings) session.emit('settings_button_pressed')
  app.router.back()
  await until(() => expect(app.router.route.get()).toEqual(HOME))
}

/** A tap on Home's one button, and on Wallet in Telegram, which begins an attempt. */
async function chooseWallet(app: App): Promise<void> {
  app.press(en.home.connect)
  await sees(app, en.connect.title)
  app.press(en.connect.telegramWallet)
  await until(() => expect(app.router.route.get()).toEqual(ATTEMPT_ROUTE))
}

/** "Back" from a live attempt asks first, in the client's popup or in the page's dialog. */
async function leaveAttempt(app: App, client: Client): Promise<void> {
  const { session } = client
  await chooseWallet(app)
  await sees(app, en.attempt.title)
  await until(() => expect(session.state.get().needsClosingConfirmation).toBe(true))
  await beAsked(app, client)
  await answer(app, client, leaveAsk.stay)
  expect(app.router.route.get()).toEqual(ATTEMPT_ROUTE)
  expect(app.server.sentTo(cancelAttempt)).toEqual([])
  await beAsked(app, client)
  await answer(app, client, leaveAsk.confirm)
  await until(() => expect(app.router.route.get()).not.toEqual(ATTEMPT_ROUTE))
  await until(() => expect(app.server.sentTo(cancelAttempt)).toHaveLength(1))
  await until(() =>
    expect(session.state.get()).toMatchObject({
      needsClosingConfirmation: false,
      allowsVerticalSwipe: true,
    }),
  )
}

/** The second of two presses is not heard before the first one's question is over. */
async function beAsked(app: App, client: Client): Promise<void> {
  await until(() => {
    pressBackNow(app, client)
    const isAsked = client.dialogs.current.get() ?? client.telegram.question.get()
    expect(isAsked).not.toBeNull()
  })
}

async function answer(app: App, { dialogs, telegram }: Client, words: string): Promise<void> {
  if (!isAtLeast(telegram.version, '6.2')) return answerOnPage(app, words)
  const button = dialogs.current.get()?.buttons.find(({ text }) => text === words)
  dialogs.answer(button?.id ?? null)
  expect(app.container.querySelector('dialog')).toBeNull()
}

async function answerOnPage(app: App, words: string): Promise<void> {
  await until(() => expect(app.container.querySelector('dialog')?.open).toBe(true))
  app.press(words)
  await until(() => expect(app.container.querySelector('dialog')).toBeNull())
}

/** The receipt: the main button, and the home screen where the client has one. */
async function finish(app: App, client: Client, version: string): Promise<void> {
  const { session } = client
  app.router.open(ATTEMPT_ROUTE)
  await sees(app, en.attempt.linked)
  const { name } = en.attempt.homeScreen
  if (isAtLeast(version, '8.0') && ['ios', 'android'].includes(client.telegram.platform)) {
    await sees(app, name)
    app.press(name)
    await until(() => expect(client.dialogs.current.get()).not.toBeNull())
    client.dialogs.answer('add')
    await sees(app, en.attempt.homeAdded)
    await seesNoSecondOffer(app)
  } else expect(app.text()).not.toContain(name)
  await until(() =>
    expect(session.state.get().mainButton).toMatchObject({
      isVisible: true,
      isActive: true,
      text: en.attempt.done,
    }),
  )
  session.emit('main_button_pressed')
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  await until(() => expect(session.state.get().mainButton.isVisible).toBe(false))
}

/** Another receipt says nothing of it, whatever became of the first. */
async function seesNoSecondOffer(app: App): Promise<void> {
  app.router.back()
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  app.router.open(ATTEMPT_ROUTE)
  await sees(app, en.attempt.linked)
  expect(app.text()).not.toContain(en.attempt.homeScreen.name)
}

/** A failure has two ways on: the main button and, drawn where the client has none, a second one. */
async function fail(
  app: App,
  { session, telegram }: Client,
  server: ReturnType<typeof createReadyServer>,
): Promise<void> {
  const id = 'failedfailedfailedfail'
  server.attempt.current = { ...ATTEMPT, id, state: 'failed', errorCode: 'ton-key-mismatch' }
  app.router.open({ screen: 'attempt', id })
  await sees(app, en.attempt.failed)
  await until(() => expect(session.state.get().mainButton.text).toBe(en.actions['other-wallet']))
  if (telegram.hasSecondaryButton) {
    await until(() =>
      expect(session.state.get().secondaryButton).toMatchObject({
        isVisible: true,
        text: en.actions.home,
      }),
    )
    session.emit('secondary_button_pressed')
  } else app.press(en.actions.home)
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  await until(() => expect(session.state.get().secondaryButton.isVisible).toBe(false))
}

/** An own card goes into a chat as a message or, where the client has no such messages, by its link. */
async function sendCard(app: App, client: Client, version: string): Promise<void> {
  app.server.on(getCard, () => ok({ ...CARD, mine: true }))
  app.server.on(share, () => ok({ url: OWN_CARD.url, preparedMessageId: 'prepared-1' }))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  app.router.open({ screen: 'card', code: CARD.code })
  await sees(app, sharingEn.send)
  app.press(sharingEn.send)
  if (isAtLeast(version, '8.0')) {
    await sees(app, sharingEn.sent)
    expect(client.prepared).toEqual(['prepared-1'])
  } else {
    const link = encodeURIComponent(`https://t.me/clasp_bot/app?startapp=${CARD.code}`)
    // Native clients of version 6.0 watch the page's address.
    await until(() =>
      expect([...client.opened, ...assign.mock.calls.flat()]).toContain(
        `https://t.me/share/url?url=${link}`,
      ),
    )
    expect(app.server.sentTo(share)).toEqual([])
  }
  app.router.back()
}
