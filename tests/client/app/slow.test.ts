import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { createLoadable } from '#client/screens/state/loadable.ts'
import { deviceOf } from '#tests/support/device-of.ts'
import {
  ATTEMPT,
  EVM_ATTEMPT,
  ME,
  NOW,
  ok,
  refuse,
  REQUEST,
  WALLET,
} from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  createFakeWalletConnector,
  LINK,
  METAMASK,
  TELEGRAM_WALLET,
} from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { evmEn } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

async function tapEarly() {
  const wallets = createFakeWalletConnector({ library: new Promise(() => {}) })
  const app = openApp({ wallets, route: { screen: 'connect' } })
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Getting ready…')
  return app
}

describe('getting ready for longer than eight seconds', () => {
  test('is told, with one more try', async () => {
    const app = await tapEarly()
    await pass(WALLET_SILENCE_MS)
    await sees(app, 'The server did not answer in time.')
    await until(() => expect(app.text()).not.toContain('Getting ready…'))
    app.press('Try again')
    await sees(app, 'Getting ready…')
    expect(app.wallets.prepared).toHaveLength(2)
  })

  test('makes no second attempt while the first is being made', async () => {
    const server = createReadyServer()
    server.on(createAttempt, () => new Promise(() => {}))
    const app = openApp({ server, route: { screen: 'connect' } })
    await sees(app, 'Wallet in Telegram')
    app.press('Wallet in Telegram')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(1))
    const loading = app.services.core.state.get()
    if (loading.status !== 'ready') throw new Error('no core')
    loading.value.preparations.ton.chooseAgain('telegram-wallet')
    await pass(10)
    expect(server.sentTo(createAttempt)).toHaveLength(1)
  })
})

describe('a part of the app that does not arrive', () => {
  test('is told after eight seconds, and shown all the same when it comes', async () => {
    const gate = createGate<string>()
    const part = createLoadable(() => gate.passed)
    part.load()
    await pass(WALLET_SILENCE_MS)
    expect(part.state.get()).toEqual({ status: 'failed' })
    part.load()
    expect(part.state.get()).toEqual({ status: 'waiting' })
    gate.open('here')
    await pass(0)
    expect(part.state.get()).toEqual({ status: 'ready', value: 'here' })
    await pass(WALLET_SILENCE_MS)
    expect(part.state.get().status).toBe('ready')
  })
})

async function silent(attempt: Attempt, app: typeof METAMASK, platform: ClientPlatform) {
  const server = createReadyServer()
  server.attempt.current = attempt
  const wallets = createFakeWalletConnector()
  const evm = createFakeWalletConnector()
  const own = attempt.family === 'ton' ? wallets : evm
  own.walletApp.set(app)
  own.link.set(LINK)
  const opened = openApp({
    server,
    wallets,
    evm,
    boot: EVM_BOOT,
    telegram: createFakeTelegram({ platform }),
    device: deviceOf(attempt),
    route: { screen: 'attempt', id: attempt.id },
  })
  await sees(opened, 'Another wallet')
  return opened
}

const offers = (app: App) => ({
  again: app.text().includes('Open wallet again'),
  copy: app.text().includes('Copy link'),
  code: app.container.querySelector('.qr') !== null,
  codeOnDemand: app.buttons().some((button) => button.textContent === 'QR code for another device'),
  another: app.text().includes('Another wallet'),
  browser: app.text().includes('Continue in the browser'),
})

describe('a wallet that has been silent for eight seconds', () => {
  const TON: Attempt = { ...ATTEMPT, state: 'awaiting-wallet' }
  const EVM: Attempt = { ...EVM_ATTEMPT, state: 'awaiting-wallet' }
  const TONKEEPER = { appName: 'tonkeeper', name: 'Tonkeeper' }

  test.each([
    [
      'a TON wallet on a phone',
      TON,
      TONKEEPER,
      'ios',
      { again: true, copy: true, code: false, codeOnDemand: true, another: true, browser: false },
    ],
    [
      'a TON wallet on a computer',
      TON,
      TONKEEPER,
      'tdesktop',
      { again: true, copy: true, code: true, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'Wallet in Telegram on a phone',
      TON,
      TELEGRAM_WALLET,
      'android',
      { again: true, copy: false, code: false, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'Wallet in Telegram on a computer',
      TON,
      TELEGRAM_WALLET,
      'macos',
      { again: true, copy: false, code: false, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'an EVM wallet on a phone',
      EVM,
      METAMASK,
      'android',
      { again: true, copy: true, code: false, codeOnDemand: true, another: true, browser: true },
    ],
    [
      'an EVM wallet on a computer',
      EVM,
      METAMASK,
      'weba',
      { again: false, copy: true, code: true, codeOnDemand: false, another: true, browser: true },
    ],
  ] as const)(
    '%s: every way that helps there, and no other',
    async (_, attempt, wallet, platform, expected) => {
      const app = await silent(attempt, wallet, platform)
      if (expected.browser) await sees(app, 'Continue in the browser')
      await until(() => expect(offers(app)).toEqual(expected))
    },
  )

  test('goes on in the browser with one ticket, however often it is tapped', async () => {
    const app = await silent(EVM, METAMASK, 'ios')
    const url = 'https://app.example.com/connect#ticket=t'
    const expiresAt = new Date(NOW + 300_000).toISOString()
    app.server.on(createTicket, () => ok({ ticket: 't'.repeat(43), url, expiresAt }))
    await sees(app, 'Continue in the browser')
    app.press('Continue in the browser')
    app.press('Continue in the browser')
    await until(() => expect(app.telegram.opened).toEqual([url]))
    await pass(50)
    expect(app.server.sentTo(createTicket)).toHaveLength(1)
  })

  test('a ticket that came too late for the tap waits for the next one, and no second is fetched', async () => {
    const app = await silent(EVM, METAMASK, 'ios')
    const url = 'https://app.example.com/connect#ticket=t'
    const expiresAt = new Date(NOW + 300_000).toISOString()
    app.server.on(createTicket, () => ok({ ticket: 't'.repeat(43), url, expiresAt }))
    app.telegram.tap.isFresh = false
    await sees(app, evmEn.browser.goOn)
    app.press(evmEn.browser.goOn)
    await sees(app, evmEn.browser.open)
    expect(app.telegram.opened).toEqual([])
    app.press(evmEn.browser.open)
    expect(app.telegram.opened).toEqual([url])
    await sees(app, evmEn.browser.goOn)
    expect(app.server.sentTo(createTicket)).toHaveLength(1)
  })

  test('a ticket that has expired before the next tap is fetched again', async () => {
    const app = await silent(EVM, METAMASK, 'ios')
    const urls = [
      'https://app.example.com/connect#ticket=1',
      'https://app.example.com/connect#ticket=2',
    ]
    app.server.on(createTicket, () => {
      const count = app.server.sentTo(createTicket).length
      const expiresAt = new Date(NOW + (count - 1) * 300_000).toISOString()
      return ok({ ticket: 't'.repeat(43), url: urls[count - 1], expiresAt })
    })
    app.telegram.tap.isFresh = false
    await sees(app, evmEn.browser.goOn)
    app.press(evmEn.browser.goOn)
    await sees(app, evmEn.browser.open)
    app.press(evmEn.browser.open)
    await until(() => expect(app.server.sentTo(createTicket)).toHaveLength(2))
    await sees(app, evmEn.browser.open)
    app.press(evmEn.browser.open)
    expect(app.telegram.opened).toEqual([urls[1]])
  })
})

describe('a connection that is being restored', () => {
  const RESTORING = { status: 'restoring' } as const

  test('is neither shown as connected nor as missing, is looked at, and is told of when that takes long', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: RESTORING })
    const app = openApp({ wallets })
    await sees(app, 'Linked wallets')
    expect(app.text()).not.toContain('Connected on this device')
    await pass(2_000)
    expect(wallets.calls).toEqual(['restore'])
    await pass(WALLET_SILENCE_MS)
    await sees(app, 'Getting ready…')
    app.press('Try again')
    await pass(10)
    expect(wallets.calls).toEqual(['restore', 'restore'])
  })

  test('is not given up by looking at the choice of wallets', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: RESTORING })
    const evm = createFakeWalletConnector({ deviceWallet: RESTORING })
    const app = openApp({ wallets, evm, boot: EVM_BOOT, route: { screen: 'connect' } })
    await sees(app, 'MetaMask')
    await pass(1_000)
    expect([wallets.calls, evm.calls]).toEqual([[], []])
    app.press('Wallet in Telegram')
    await until(() => expect(wallets.calls).toEqual(['prepare', 'connect telegram-wallet']))
  })
})

describe('an outage', () => {
  test('leaves Home as the device remembers it, says so, and is over by itself', async () => {
    const first = openApp()
    await sees(first, 'Linked wallets')
    await pass(100)
    const server = createReadyServer()
    server.on(getMe, () => refuse('maintenance'))
    const app = openApp({ server, device: first.device })
    await sees(app, 'Verified')
    await sees(app, 'This is what your device remembers.')
    server.on(getMe, () => ok(ME))
    await pass(15_000)
    expect(app.text()).not.toContain('This is what your device remembers.')
  })

  test('is over at once when the device is online again', async () => {
    const server = createReadyServer()
    server.on(getMe, () => refuse('maintenance'))
    const app = openApp({ server })
    await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Try again' }))
    await pass(60_000)
    server.on(getMe, () => ok(ME))
    window.dispatchEvent(new Event('online'))
    await sees(app, 'Verified')
  })

  test('can be tried to end by hand', async () => {
    const first = openApp()
    await sees(first, 'Verified')
    const server = createReadyServer()
    server.on(getMe, () => refuse('maintenance'))
    const app = openApp({ server, device: first.device })
    await sees(app, 'This is what your device remembers.')
    server.on(getMe, () => ok(ME))
    app.press('Try again')
    await pass(50)
    expect(app.text()).not.toContain('This is what your device remembers.')
  })

  test('takes nothing of what is being typed', async () => {
    const server = createReadyServer()
    server.on(updateWallet, () => refuse('maintenance'))
    const app = openApp({ server, route: { screen: 'wallet', id: WALLET.id } })
    await sees(app, 'Label')
    const field = app.container.querySelector<HTMLInputElement>('input.field')
    if (field === null) throw new Error('no field')
    type(field, 'Savings of Ada')
    await pass(10)
    app.press('Save')
    await sees(app, 'The server is being looked after.')
    // Meanwhile another device has named it.
    server.on(getMe, () => ok({ ...ME, wallets: [{ ...WALLET, label: 'Other' }] }))
    const loading = app.services.core.state.get()
    if (loading.status === 'ready') await loading.value.member.refresh()
    await pass(10)
    expect(app.container.querySelector<HTMLInputElement>('input.field')?.value).toBe(
      'Savings of Ada',
    )
  })
})

test('Telegram’s main button pressed twice in a moment answers once', async () => {
  const server = createReadyServer()
  server.on(getRequest, () => ok(REQUEST))
  server.on(answerRequest, () => ok(REQUEST))
  const app = openApp({ server, route: { screen: 'request', code: REQUEST.code } })
  await until(() => expect(app.telegram.mainButton()).not.toBeNull())
  app.telegram.pressMainButton()
  app.telegram.pressMainButton()
  await until(() => expect(server.sentTo(answerRequest)).not.toEqual([]))
  await pass(50)
  expect(server.sentTo(answerRequest)).toHaveLength(1)
})

/** As a person does, for React to hear. */
function type(field: HTMLInputElement, text: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
