import { expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateMe } from '#shared/api/update-me.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ATTEMPT, ok, USER, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, LINK, PROOF } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

const LINKED: Attempt = { ...ATTEMPT, state: 'linked', wallet: WALLET }
const ATTEMPT_ROUTE = { screen: 'attempt', id: ATTEMPT.id } as const

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

async function openWallet(app: App): Promise<void> {
  await sees(app, 'Linked wallets')
  app.press('Connect wallet')
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Approve in Wallet')
}

/** Lets everything happen that is due. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** A wallet in an app of its own, from the list of all. */
async function openOutsideWallet(app: App): Promise<void> {
  await sees(app, 'Linked wallets')
  app.press('Connect wallet')
  await sees(app, 'All other TON wallets')
  app.press('All other TON wallets')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
  app.wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
  app.wallets.chooserOpen.set(false)
  await sees(app, 'Approve in Tonkeeper')
}

test('from Home through the wallet to the receipt and back', async () => {
  const server = createReadyServer()
  server.on(submitProof, () => ok(LINKED))
  const app = openApp({ server })
  await openWallet(app)
  expect(app.router.route.get()).toEqual(ATTEMPT_ROUTE)
  expect(app.telegram.isClosingGuarded()).toBe(true)
  app.wallets.answer(PROOF)
  await sees(app, 'Wallet linked')
  expect(app.text()).toContain('The wallet’s own key signed the message.')
  expect(app.text()).toContain('not which Telegram account')
  expect(app.telegram.haptics).toContain('success')
  expect(app.telegram.isClosingGuarded()).toBe(false)
  await until(() =>
    expect(app.telegram.mainButton()).toMatchObject({ text: 'Done', enabled: true }),
  )
  app.telegram.pressMainButton()
  await sees(app, 'Linked wallets')
  await until(() => expect(app.telegram.mainButton()).toBeNull())
})

test('a wallet from the list leads to the attempt only once it is picked', async () => {
  const app = openApp({ route: { screen: 'connect' } })
  await sees(app, 'All other TON wallets')
  app.press('All other TON wallets')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.telegram.pressBack()
  expect(app.wallets.chooserOpen.get()).toBe(false)
  expect(app.router.route.get()).toEqual({ screen: 'connect' })
  app.press('All other TON wallets')
  app.wallets.pick({ appName: 'tonkeeper', name: 'Tonkeeper' })
  await sees(app, 'Approve in Tonkeeper')
})

test('a tap before the library has arrived is shown as under way and then opens the wallet', async () => {
  const arrival = new EventTarget()
  const library = new Promise<void>((resolve) => {
    arrival.addEventListener('here', () => resolve())
  })
  const app = openApp({
    route: { screen: 'connect' },
    wallets: createFakeWalletConnector({ library }),
  })
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Getting ready…')
  arrival.dispatchEvent(new Event('here'))
  await sees(app, 'Approve in Wallet')
})

test('the bot’s leave to write is asked for once, after the first link', async () => {
  const server = createReadyServer()
  server.on(submitProof, () => ok(LINKED))
  server.on(updateMe, () => ok({ ...USER, mayMessage: true }))
  const telegram = createFakeTelegram({ writeAccess: 'allowed' })
  const device = createMemoryStorage()
  const app = openApp({ server, telegram, device })
  await openWallet(app)
  app.wallets.answer(PROOF)
  await until(() => expect(server.sentTo(updateMe)).toHaveLength(1))
  const again = openApp({ server, telegram, device, route: ATTEMPT_ROUTE })
  server.attempt.current = LINKED
  await sees(again, 'Wallet linked')
  expect(telegram.writeAccessAsked()).toBe(1)
})

test('write access is requested when the member is back from the wallet, and not behind it', async () => {
  const server = createReadyServer()
  server.on(submitProof, () => ok(LINKED))
  const telegram = createFakeTelegram()
  const app = openApp({ server, telegram })
  await openWallet(app)
  telegram.setActive(false)
  app.wallets.answer(PROOF)
  await sees(app, 'Wallet linked')
  await settle()
  expect(telegram.writeAccessAsked()).toBe(0)
  telegram.setActive(true)
  await until(() => expect(telegram.writeAccessAsked()).toBe(1))
  expect(server.sentTo(updateMe)).toEqual([])
})

test('a request for write access that waits for the member’s answer is not made twice', async () => {
  const server = createReadyServer()
  server.attempt.current = LINKED
  const telegram = createFakeTelegram({ writeAccess: new Promise(() => {}) })
  const app = openApp({ server, telegram, route: ATTEMPT_ROUTE })
  await sees(app, 'Wallet linked')
  await until(() => expect(telegram.writeAccessAsked()).toBe(1))
  telegram.setActive(false)
  await settle()
  telegram.setActive(true)
  await settle()
  expect(telegram.writeAccessAsked()).toBe(1)
})

test('a request for write access that the member has not answered is made again', async () => {
  const server = createReadyServer()
  server.attempt.current = LINKED
  const telegram = createFakeTelegram({ writeAccess: 'unanswered' })
  const app = openApp({ server, telegram, route: ATTEMPT_ROUTE })
  await sees(app, 'Wallet linked')
  await until(() => expect(telegram.writeAccessAsked()).toBe(1))
  telegram.setActive(false)
  await settle()
  telegram.setActive(true)
  await until(() => expect(telegram.writeAccessAsked()).toBe(2))
  expect(server.sentTo(updateMe)).toEqual([])
})

test('whoever may not be written to gets the receipt in the app', async () => {
  const server = createReadyServer()
  server.attempt.current = LINKED
  const app = openApp({ server, route: ATTEMPT_ROUTE })
  await sees(app, 'This is your receipt')
  expect(server.sentTo(updateMe)).toEqual([])
})

test('leaving a live attempt is asked about, and gives it up', async () => {
  const server = createReadyServer()
  server.on(cancelAttempt, () => ({ status: 204 }))
  const app = openApp({ server })
  await openWallet(app)
  app.telegram.pressBack()
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await settle()
  expect(app.router.route.get()).toEqual(ATTEMPT_ROUTE)
  app.telegram.answers.push(true)
  app.telegram.pressBack()
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'home' }))
  await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  expect(app.telegram.isBackShown()).toBe(false)
})

test('the QR code for another device closes first, and warns', async () => {
  const app = openApp()
  await openOutsideWallet(app)
  app.press('QR code for another device')
  await sees(app, 'Never send it to anybody')
  app.telegram.pressBack()
  await until(() => expect(app.text()).not.toContain('Never send it to anybody'))
  expect(app.telegram.questions).toEqual([])
})

test('a desktop shows the code at once, with its quiet zone', async () => {
  const app = openApp({ telegram: createFakeTelegram({ platform: 'tdesktop' }) })
  await openOutsideWallet(app)
  await until(() => expect(app.container.querySelector('.qr path')).not.toBeNull())
  expect(app.container.querySelector('.qr')?.getAttribute('viewBox')).toMatch(/^-4 -4 /u)
  expect(app.wallets.link.get()).toBe(LINK)
})

test('the wallet opens again inside the tap', async () => {
  const app = openApp()
  await openWallet(app)
  app.press('Open wallet again')
  expect(app.wallets.calls.at(-1)).toBe('reopen')
})

test('another wallet is chosen for the same attempt', async () => {
  const server = createReadyServer()
  const app = openApp({ server })
  await openWallet(app)
  app.press('Another wallet')
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await until(() => expect(app.wallets.prepared).toHaveLength(2))
  expect(app.wallets.prepared[1]).toEqual(app.wallets.prepared[0])
})

test('a refusal in the wallet offers one way on, which begins anew', async () => {
  const app = openApp()
  await openWallet(app)
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await sees(app, 'You declined in the wallet')
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Try again' }))
  expect(app.buttons()).toEqual([])
  app.telegram.pressMainButton()
  await sees(app, 'Choose your wallet')
})

test('an app that was closed while the wallet was open comes back to the attempt', async () => {
  const server = createReadyServer()
  const device = createMemoryStorage()
  await openWallet(openApp({ server, device }))
  const app = openApp({ server, device })
  await sees(app, 'No answer from the wallet yet')
  expect(app.wallets.calls).toContain('restore')
})

test('a proof that waits for another holder says what happens now', async () => {
  const server = createReadyServer()
  server.attempt.current = { ...ATTEMPT, state: 'awaiting-consent' }
  const app = openApp({ server, route: ATTEMPT_ROUTE })
  await sees(app, 'We asked its holder to let it go')
  expect(app.telegram.isClosingGuarded()).toBe(false)
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Done' }))
})
