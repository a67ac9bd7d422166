import { isolated } from '#client/i18n/format.ts'
import { expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, LINK } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ILYA } from '#tests/support/people.ts'

type FakeTelegramOptions = Parameters<typeof createFakeTelegram>[0]

/** Waits until everything that is due has happened. */
const flushPromises = () => new Promise((resolve) => setTimeout(resolve))

/** The app on the way to a wallet, in a Telegram of this kind. */
async function openConnect(telegram: FakeTelegramOptions = {}, device = createMemoryStorage()) {
  const server = await startAppServer()
  const fake = createFakeTelegram({ launch: server.launch(), ...telegram })
  const app = openMemberApp(server, { telegram: fake, device })
  await app.tap('Connect wallet')
  return { server, app, device }
}

/** That app, while a request waits in Wallet in Telegram. */
async function openWallet(telegram?: FakeTelegramOptions) {
  const opened = await openConnect(telegram)
  await opened.app.tap('Wallet in Telegram')
  await opened.app.sees('Approve in Wallet')
  return {
    ...opened,
    prove: () => opened.app.wallets.answer(opened.server.proveTon(opened.app.wallets.prepared[0])),
  }
}

/** The app's list of all wallets. */
async function openList(app: MemberApp): Promise<void> {
  await app.tap('All other TON wallets')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
}

/** That app, while a request waits in a wallet's own app, which was picked from the list of all. */
async function openOutsideWallet(
  telegram?: FakeTelegramOptions,
  hint = 'Approve in Tonkeeper',
): Promise<MemberApp> {
  const { app } = await openConnect(telegram)
  await openList(app)
  app.wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
  app.wallets.chooserOpen.set(false)
  await app.sees(hint)
  return app
}

/** The outcome of an attempt that has linked a wallet, opened by its link. */
async function openLinked(telegram: FakeTelegramOptions = {}) {
  const server = await startAppServer()
  const { id } = await (await server.visit()).proveTon()
  const fake = createFakeTelegram({ launch: server.launch(), ...telegram })
  const route = { screen: 'attempt', id } as const
  const app = openMemberApp(server, { telegram: fake, route })
  await app.sees('Wallet linked')
  return { server, app, telegram: fake }
}

test('a link leads from Home through the wallet to the receipt and back', async () => {
  const { app, prove } = await openWallet()
  expect(app.router.route.get().screen).toBe('attempt')
  expect(app.telegram.isClosingGuarded()).toBe(true)
  prove()
  await app.sees('Wallet linked')
  expect(app.text()).toContain('The wallet’s own key signed the message.')
  expect(app.text()).toContain('not which Telegram account')
  expect(app.telegram.haptics).toContain('success')
  expect(app.telegram.isClosingGuarded()).toBe(false)
  await app.seesMain(`Back to ${isolated('Clasp <test>')}`)
  app.telegram.pressSecondaryButton()
  await app.sees('Add another wallet')
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('a wallet from the list leads to the attempt only after it is picked', async () => {
  const { app } = await openConnect()
  await openList(app)
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.telegram.pressBack()
  expect(app.wallets.chooserOpen.get()).toBe(false)
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.press('All other TON wallets')
  app.wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
  await app.sees('Approve in Tonkeeper')
})

test('a tap before the library has arrived shows as pending and then opens the wallet', async () => {
  const arrival = createGate()
  const wallets = createFakeWalletConnector({ library: arrival.passed })
  const app = openMemberApp(await startAppServer(), { route: { screen: 'connect' }, wallets })
  await app.tap('Wallet in Telegram')
  await app.sees('Getting ready…')
  arrival.open()
  await app.sees('Approve in Wallet')
})

test('the app asks once whether the bot may write, after the first link', async () => {
  const { server, app, device, prove } = await openWallet({ writeAccess: 'allowed' })
  prove()
  await until(() => expect(server.sentTo(updateMe)).toHaveLength(1))
  const { telegram, router } = app
  const again = openMemberApp(server, { telegram, device, route: router.route.get() })
  await again.sees('Wallet linked')
  expect(telegram.writeAccessAsked()).toBe(1)
})

test('the app requests write access when the member is back from the wallet, and not behind it', async () => {
  const { server, app, prove } = await openWallet()
  app.telegram.setActive(false)
  prove()
  await app.sees('Wallet linked')
  await flushPromises()
  expect(app.telegram.writeAccessAsked()).toBe(0)
  app.telegram.setActive(true)
  await until(() => expect(app.telegram.writeAccessAsked()).toBe(1))
  expect(server.sentTo(updateMe)).toEqual([])
})

test.each([
  ['waits for the member’s answer is not made twice', new Promise<never>(() => {}), 1],
  ['the member has not answered is made again', 'unanswered', 2],
] as const)('a request for write access that %s', async (_, writeAccess, times) => {
  const { server, telegram } = await openLinked({ writeAccess })
  await until(() => expect(telegram.writeAccessAsked()).toBe(1))
  telegram.setActive(false)
  await flushPromises()
  telegram.setActive(true)
  await flushPromises()
  await until(() => expect(telegram.writeAccessAsked()).toBe(times))
  expect(server.sentTo(updateMe)).toEqual([])
})

test('a member who does not let the bot write gets the receipt in the app', async () => {
  const { server, app } = await openLinked()
  await app.sees('This is your receipt')
  expect(server.sentTo(updateMe)).toEqual([])
})

test('leaving a live attempt needs a confirmation, and gives it up', async () => {
  const { server, app } = await openWallet()
  app.telegram.pressBack()
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await flushPromises()
  expect(app.router.route.get().screen).toBe('attempt')
  app.telegram.answers.push(true)
  app.telegram.pressBack()
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'home' }))
  await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  expect(app.telegram.isBackShown()).toBe(false)
})

test('“back” closes the QR code for another device first, and the code comes with a warning', async () => {
  const app = await openOutsideWallet()
  app.press('QR code for another device')
  await app.sees('Never send it to anyone')
  app.telegram.pressBack()
  await app.seesNot('Never send it to anyone')
  expect(app.telegram.questions).toEqual([])
})

test('a desktop shows the code immediately, with its quiet zone', async () => {
  const app = await openOutsideWallet({ platform: 'tdesktop' }, 'Scan the code below')
  await until(() => expect(app.container.querySelector('.qr path')).not.toBeNull())
  expect(app.container.querySelector('.qr')?.getAttribute('viewBox')).toMatch(/^-4 -4 /u)
  expect(app.wallets.link.get()).toBe(LINK)
})

test('the wallet opens again inside the tap', async () => {
  const { app } = await openWallet()
  app.press('Open wallet again')
  expect(app.wallets.calls.at(-1)).toBe('reopen')
})

test('the member can choose another wallet for the same attempt', async () => {
  const { app } = await openWallet()
  app.press('Another wallet')
  await app.tap('Wallet in Telegram')
  await until(() => expect(app.wallets.prepared).toHaveLength(2))
  expect(app.wallets.prepared[1]).toEqual(app.wallets.prepared[0])
})

test('a refusal in the wallet offers the same wallet first, by its name, and opens it in that tap', async () => {
  const { app } = await openWallet()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.sees('You declined in the wallet')
  expect(app.telegram.mainButton()).toBeNull()
  expect(app.buttons().map((button) => button.textContent)).toEqual([
    'Try again with Wallet',
    'Another wallet',
  ])
  app.press('Try again with Wallet')
  await app.sees('Approve in Wallet')
  expect(app.wallets.prepared).toHaveLength(2)
  expect(app.wallets.prepared[1]).not.toEqual(app.wallets.prepared[0])
})

test('a refusal in a wallet from the list of all offers that wallet by its name, and opens it without the list', async () => {
  const app = await openOutsideWallet()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Try again with Tonkeeper')
  await app.sees('Approve in Tonkeeper')
  expect(app.wallets.calls.at(-1)).toBe('connect ton:tonkeeper')
})

test('a refusal that arrives after a reload offers the same wallet by its name', async () => {
  const { server, app: before, device } = await openWallet()
  const app = openMemberApp(server, { device, route: before.router.route.get() })
  await app.sees('No answer from the wallet yet')
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Try again with Wallet')
  await app.sees('Approve in Wallet')
  expect(app.wallets.calls.at(-1)).toBe('connect telegram-wallet')
})

test('a refusal that was seen before a reload still offers the same wallet by its name', async () => {
  const { server, app: before, device } = await openWallet()
  before.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await before.sees('Try again with Wallet')
  await server.settled()
  const app = openMemberApp(server, { device, route: before.router.route.get() })
  await app.sees('Try again with Wallet')
})

test('a second tap on the same wallet opens it once', async () => {
  const { server, app } = await openWallet()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.sees('Try again with Wallet')
  app.press('Try again with Wallet')
  app.press('Try again with Wallet')
  await app.sees('Approve in Wallet')
  expect(app.wallets.calls.filter((call) => call.startsWith('connect'))).toHaveLength(2)
  expect(server.sentTo(createAttempt)).toHaveLength(2)
})

test('a wallet that was to be tried again does not open once the member has left', async () => {
  const { server, app } = await openWallet()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.sees('Try again with Wallet')
  const release = server.hold(createAttempt)
  app.press('Try again with Wallet')
  app.router.back()
  await app.sees('No wallet linked yet')
  release()
  await until(() => expect(app.wallets.prepared).toHaveLength(2))
  await flushPromises()
  expect(app.wallets.calls.filter((call) => call.startsWith('connect'))).toHaveLength(1)
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

test('a refusal in a wallet that TON Connect does not list opens the list for the next attempt', async () => {
  const { app } = await openConnect()
  await openList(app)
  app.wallets.pick({ appName: '', name: 'Nestwallet' })
  app.wallets.chooserOpen.set(false)
  await app.sees('Approve in Nestwallet')
  const failed = app.router.route.get()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Try again with Nestwallet')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
  await until(() => expect(app.router.route.get()).not.toEqual(failed))
  app.telegram.pressBack()
  await app.sees('Open wallet again')
})

test('a refusal in the wallet leads to the choice, for a member who wants another wallet', async () => {
  const { app } = await openWallet()
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.tap('Another wallet')
  await app.sees('Choose your wallet')
})

test('an app that was closed while the wallet was open returns to the attempt', async () => {
  const { server, device } = await openWallet()
  const app = openMemberApp(server, { device })
  await app.sees('No answer from the wallet yet')
  expect(app.wallets.calls).toContain('restore')
})

test('a proof that waits for another holder says what happens now', async () => {
  const server = await startAppServer()
  await (await server.visit(ILYA)).linkTon()
  const { id } = await (await server.visit()).proveTon()
  const app = openMemberApp(server, { route: { screen: 'attempt', id } })
  await app.sees('We asked its holder to move it to you')
  expect(app.telegram.isClosingGuarded()).toBe(false)
  await app.seesMain('Done')
})
