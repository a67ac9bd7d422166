import { isolated } from '#client/i18n/format.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { share } from '#shared/api/share.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { isAtLeast, PLATFORMS } from '#demo/telegram/theme-params.ts'
import type { Route } from '#client/screens/routing/router.ts'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { openTelegramClient } from '#tests/support/telegram-client.ts'
import { FRAME_ORIGINS, visit } from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'
import { en, sharingEn } from '#tests/support/messages.ts'

/*
 * Walks through the app in every kind of client: the app uses what the client has, and draws the rest on the page,
 * so that every client can go from Home into an attempt, leave it after a question, and pass its receipt.
 */

const VERSIONS = ['6.0', '6.1', '6.2', '6.9', '6.10', '7.7', '7.10', '8.0', '9.1', '9.6', '12.34']
/** The oldest, the last without ways of its own to share, and one that is still to come. */
const QUICK_VERSIONS = new Set(['6.0', '7.7', '12.34'])
const HOME = { screen: 'home' }
const SETTINGS = { screen: 'settings' }
const { leaveAsk } = en.attempt

type OpenedClient = ReturnType<typeof openTelegramClient>

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

// Loads what the app needs on the way, so that the first walk does not wait for all of it.
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

for (const version of VERSIONS)
  describe(
    `a client of version ${version}`,
    { tags: QUICK_VERSIONS.has(version) ? [] : ['wide'] },
    () => {
      test.each(PLATFORMS)(
        'has every function on %s, its own or drawn by the page',
        async (platform) => {
          const server = await startAppServer()
          const client = openTelegramClient(platform, version, server.launch().initData)
          const app = openMemberApp(server, { client: client.telegram })
          await app.sees(en.home.connect)
          await startFromHome(app, client)
          await openSettings(app, client, version)
          await leaveAttempt(server, app, client)
          const { route, walletId } = await link(server)
          await finish(app, { ...client, version, route })
          await fail(server, app, client)
          await sendCard(server, app, { ...client, version, walletId })
          expect(client.refused).toEqual([])
        },
      )
    },
  )

test('a plain browser gets every function drawn by the page', async () => {
  visit('/')
  const server = await startAppServer()
  // Only a ticket leads on from there; this test covers the port to Telegram.
  const telegram = createTelegram(FRAME_ORIGINS)
  const app = openMemberApp(server, { client: { ...telegram, launch: server.launch() } })
  await app.tap(en.home.connect)
  await app.sees(en.connect.title)
  app.press(en.common.back)
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  app.press(en.home.connect)
  await app.sees(en.connect.title)
  app.press(en.connect.walletInTelegram('Wallet'))
  // No pointer has touched this page, so the browser wants another tap.
  await app.tap(en.connect.openWallet)
  await app.sees(en.attempt.cancel)
  const attempt = app.router.route.get()
  const leave = () =>
    until(() => {
      app.press(en.common.back)
      expect(telegram.question.get()).not.toBeNull()
    })
  await leave()
  await answerOnPage(app, leaveAsk.stay)
  expect(app.router.route.get()).toEqual(attempt)
  await leave()
  await answerOnPage(app, leaveAsk.confirm)
  await until(() => expect(app.router.route.get()).not.toEqual(attempt))
  app.router.open((await link(server)).route)
  await app.sees(en.attempt.linked)
  expect(app.text()).not.toContain(en.attempt.homeScreen.name)
  app.press(en.home.wallets)
  await app.sees(en.home.connect)
})

/** Links a wallet on another device. */
async function link(server: AppServer) {
  const ada = await server.visit()
  const { id, wallet } = await ada.prove(await ada.startTon())
  return { route: { screen: 'attempt', id } as const, walletId: wallet?.id ?? '' }
}

/** A tap on Home's one button, and back. */
async function startFromHome(app: MemberApp, client: OpenedClient): Promise<void> {
  expect(client.session.state.get()).toMatchObject({ isReady: false, hasBackButton: false })
  client.telegram.ready()
  expect(client.session.state.get().isReady).toBe(true)
  app.press(en.home.connect)
  await app.sees(en.connect.title)
  await pressBack(app, client)
  await until(() => expect(app.router.route.get()).toEqual(HOME))
}

/** Telegram's "back", or the page's. */
async function pressBack(app: MemberApp, client: OpenedClient): Promise<void> {
  const { telegram, session } = client
  await until(() => expect(session.state.get().hasBackButton).toBe(telegram.hasBackButton))
  await until(() => pressBackNow(app, client))
}

function pressBackNow(app: MemberApp, { telegram, session }: OpenedClient): void {
  if (telegram.hasBackButton) session.emit('back_button_pressed')
  else app.press(en.common.back)
}

/** Opens Settings from Telegram's menu, or from Home for clients whose menu has no such item. */
async function openSettings(
  app: MemberApp,
  { session }: OpenedClient,
  version: string,
): Promise<void> {
  const hasSettings = isAtLeast(version, '6.10')
  expect(session.state.get().hasSettingsButton).toBe(hasSettings)
  if (hasSettings) session.emit('settings_button_pressed')
  else app.press(en.home.settings)
  await until(() => expect(app.router.route.get()).toEqual(SETTINGS))
  // A second press adds no screen that would need another "back".
  if (hasSettings) session.emit('settings_button_pressed')
  app.router.back()
  await until(() => expect(app.router.route.get()).toEqual(HOME))
}

/** A tap on Home's one button, and on Wallet in Telegram, which starts an attempt. */
async function chooseWallet(app: MemberApp): Promise<Route> {
  app.press(en.home.connect)
  await app.sees(en.connect.title)
  app.press(en.connect.walletInTelegram('Wallet'))
  await until(() => expect(app.router.route.get().screen).toBe('attempt'))
  return app.router.route.get()
}

/** "Back" from a live attempt asks first, in the client's popup or in the page's dialog. */
async function leaveAttempt(
  server: AppServer,
  app: MemberApp,
  client: OpenedClient,
): Promise<void> {
  const { session } = client
  const attempt = await chooseWallet(app)
  await app.sees(en.attempt.title)
  await until(() => expect(session.state.get().needsClosingConfirmation).toBe(true))
  await beAsked(app, client)
  await answer(app, client, leaveAsk.stay)
  expect(app.router.route.get()).toEqual(attempt)
  expect(server.sentTo(cancelAttempt)).toEqual([])
  await beAsked(app, client)
  await answer(app, client, leaveAsk.confirm)
  await until(() => expect(app.router.route.get()).not.toEqual(attempt))
  await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  await until(() =>
    expect(session.state.get()).toMatchObject({
      needsClosingConfirmation: false,
      allowsVerticalSwipe: true,
    }),
  )
}

/** The app ignores the second of two presses until the question of the first is answered. */
async function beAsked(app: MemberApp, client: OpenedClient): Promise<void> {
  await until(() => {
    pressBackNow(app, client)
    const isAsked = client.dialogs.current.get() ?? client.telegram.question.get()
    expect(isAsked).not.toBeNull()
  })
}

async function answer(
  app: MemberApp,
  { dialogs, telegram }: OpenedClient,
  messages: string,
): Promise<void> {
  if (!isAtLeast(telegram.version, '6.2')) return answerOnPage(app, messages)
  const button = dialogs.current.get()?.buttons.find(({ text }) => text === messages)
  dialogs.answer(button?.id ?? null)
  expect(app.container.querySelector('dialog')).toBeNull()
}

async function answerOnPage(app: MemberApp, messages: string): Promise<void> {
  await until(() => expect(app.container.querySelector('dialog')?.open).toBe(true))
  app.press(messages)
  await until(() => expect(app.container.querySelector('dialog')).toBeNull())
}

/** The receipt: the main button, and the home screen where the client has one. */
async function finish(
  app: MemberApp,
  client: OpenedClient & { version: string; route: Route },
): Promise<void> {
  const { session, version, route } = client
  app.router.open(route)
  await app.sees(en.attempt.linked)
  const { name } = en.attempt.homeScreen
  if (isAtLeast(version, '8.0') && ['ios', 'android'].includes(client.telegram.platform)) {
    await app.tap(name)
    await until(() => expect(client.dialogs.current.get()).not.toBeNull())
    client.dialogs.answer('add')
    await app.sees(en.attempt.homeAdded)
    await seesNoSecondOffer(app, route)
  } else expect(app.text()).not.toContain(name)
  await until(() =>
    expect(session.state.get().mainButton).toMatchObject({
      isVisible: true,
      isActive: true,
      text: en.attempt.backTo(isolated('Clasp <test>')),
    }),
  )
  app.router.back()
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  await until(() => expect(session.state.get().mainButton.isVisible).toBe(false))
}

/** Another receipt does not mention it, whatever the outcome of the first was. */
async function seesNoSecondOffer(app: MemberApp, route: Route): Promise<void> {
  app.router.back()
  await until(() => expect(app.router.route.get()).toEqual(HOME))
  app.router.open(route)
  await app.sees(en.attempt.linked)
  expect(app.text()).not.toContain(en.attempt.homeScreen.name)
}

/** A failure has two ways on: the main button and, drawn where the client has none, a second one. */
async function fail(
  server: AppServer,
  app: MemberApp,
  { session, telegram }: OpenedClient,
): Promise<void> {
  const ada = await server.visit()
  const { id } = await ada.startTon()
  const body = { state: 'failed', errorCode: 'ton-key-mismatch' } as const
  await ada.api.call(updateAttempt, { id, body })
  app.router.open({ screen: 'attempt', id })
  await app.sees(en.attempt.failed)
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

/** The member's card goes into a chat as a message or, where the client has no such messages, as a link. */
async function sendCard(
  server: AppServer,
  app: MemberApp,
  client: OpenedClient & { version: string; walletId: string },
): Promise<void> {
  const { version, walletId } = client
  const { api } = await server.visit()
  const { code, url } = await api.call(shareWallet, { body: { walletId } })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  app.router.open({ screen: 'card', code })
  await app.tap(sharingEn.send)
  if (isAtLeast(version, '8.0')) {
    await app.sees(sharingEn.sent)
    expect(client.prepared).toHaveLength(1)
  } else {
    const link = encodeURIComponent(url)
    // Native clients of version 6.0 watch the page's address.
    await until(() =>
      expect([...client.opened, ...assign.mock.calls.flat()]).toContain(
        `https://t.me/share/url?url=${link}`,
      ),
    )
    expect(server.sentTo(share)).toEqual([])
  }
  app.router.back()
}
