import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { TICKET_TTL_MS, WALLET_SILENCE_MS } from '#shared/limits.ts'
import type { Family } from '#shared/wallet.ts'
import { createPart } from '#client/parts/part.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  createFakeWalletConnector,
  LINK,
  METAMASK,
  TELEGRAM_WALLET,
} from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { evmEn } from '#tests/support/messages.ts'

afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A server, and from then on virtual time. */
async function start(options: Parameters<typeof startAppServer>[0] = {}) {
  const server = await startAppServer(options)
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  return { server, ada, wallet }
}

describe('a preparation of more than eight seconds', () => {
  test('shows a problem, with one more try', async () => {
    const { server } = await start()
    const wallets = createFakeWalletConnector({ library: new Promise(() => {}) })
    const app = openMemberApp(server, { wallets, route: { screen: 'connect' } })
    await app.tap('Wallet in Telegram')
    await app.sees('Getting ready…')
    await until(() => expect(app.wallets.prepared).toHaveLength(1))
    await pass(WALLET_SILENCE_MS)
    await app.sees('The server did not answer in time.')
    await app.seesNot('Getting ready…')
    app.press('Try again')
    await app.sees('Getting ready…')
    await until(() => expect(app.wallets.prepared).toHaveLength(2))
  })

  test('makes no second attempt while the first is pending', async () => {
    const { server } = await start()
    server.hold(createAttempt)
    const app = openMemberApp(server, { route: { screen: 'connect' } })
    await app.tap('Wallet in Telegram')
    await until(() => expect(server.sentTo(createAttempt)).toHaveLength(1))
    const loading = app.services.core.state.get()
    if (loading.status !== 'ready') throw new Error('no core')
    loading.value.preparations.ton.chooseAgain('telegram-wallet')
    await pass(10)
    expect(server.sentTo(createAttempt)).toHaveLength(1)
  })
})

describe('a part of the app that does not arrive', () => {
  test('fails after eight seconds, and still appears when it arrives', async () => {
    const gate = createGate<string>()
    vi.useFakeTimers()
    const part = createPart(() => gate.passed)
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

/** The screen of an attempt for which this wallet has been opened here. */
async function silent(family: Family, walletApp: typeof METAMASK, platform: ClientPlatform) {
  const { server, ada } = await start({ evm: 'in-app' })
  const { id } = await (family === 'ton' ? ada.startTon() : ada.startEvm())
  const attempt = await ada.api.call(updateAttempt, { id, body: { state: 'awaiting-wallet' } })
  const wallets = createFakeWalletConnector()
  const evm = createFakeWalletConnector()
  const own = family === 'ton' ? wallets : evm
  own.walletApp.set(walletApp)
  own.link.set(walletApp === TELEGRAM_WALLET ? 'https://t.me/wallet?startapp=tonconnect' : LINK)
  const telegram = createFakeTelegram({ launch: server.launch(), platform })
  const route = { screen: 'attempt', id } as const
  const app = openMemberApp(server, { wallets, evm, telegram, device: getDevice(attempt), route })
  await app.sees('Another wallet')
  return { server, app }
}

const offers = (app: MemberApp) => ({
  again: ['Open wallet again', 'Open on this computer'].some((text) => app.text().includes(text)),
  copy: app.text().includes('Copy link'),
  code: app.container.querySelector('.qr') !== null,
  codeOnDemand: app.buttons().some((button) => button.textContent === 'QR code for another device'),
  another: app.text().includes('Another wallet'),
  browser: app.text().includes('Continue in the browser'),
})

describe('a wallet that has been silent for eight seconds', () => {
  const TONKEEPER = { appName: 'tonkeeper', name: 'Tonkeeper' }

  test.each([
    [
      'a TON wallet on a phone',
      'ton',
      TONKEEPER,
      'ios',
      { again: true, copy: true, code: false, codeOnDemand: true, another: true, browser: false },
    ],
    [
      'a TON wallet on a computer',
      'ton',
      TONKEEPER,
      'tdesktop',
      { again: true, copy: true, code: true, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'Wallet in Telegram on a phone',
      'ton',
      TELEGRAM_WALLET,
      'android',
      { again: true, copy: false, code: false, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'Wallet in Telegram on a computer',
      'ton',
      TELEGRAM_WALLET,
      'macos',
      { again: true, copy: false, code: false, codeOnDemand: false, another: true, browser: false },
    ],
    [
      'an EVM wallet on a phone',
      'evm',
      METAMASK,
      'android',
      { again: true, copy: true, code: false, codeOnDemand: true, another: true, browser: true },
    ],
    [
      'an EVM wallet on a computer',
      'evm',
      METAMASK,
      'weba',
      { again: false, copy: true, code: true, codeOnDemand: false, another: true, browser: true },
    ],
  ] as const)(
    '%s: offers every way that helps there, and no other',
    async (_, family, wallet, platform, expected) => {
      const { app } = await silent(family, wallet, platform)
      if (expected.browser) await app.sees('Continue in the browser')
      await until(() => expect(offers(app)).toEqual(expected))
    },
  )

  const TICKET_PAGE = /^https:\/\/app\.example\.com\/connect\?.*#ticket=/u

  test('goes on in the browser with one ticket, however often it is tapped', async () => {
    const { server, app } = await silent('evm', METAMASK, 'ios')
    await app.sees('Continue in the browser')
    app.press('Continue in the browser')
    app.press('Continue in the browser')
    await until(() => expect(app.telegram.opened).toHaveLength(1))
    expect(app.telegram.opened[0]).toMatch(TICKET_PAGE)
    await pass(50)
    expect(server.sentTo(createTicket)).toHaveLength(1)
  })

  test('opens a ticket that came too late with the next tap, and fetches no second', async () => {
    const { server, app } = await silent('evm', METAMASK, 'ios')
    app.telegram.tap.isFresh = false
    await app.tap(evmEn.browser.goOn)
    await app.sees(evmEn.browser.open)
    expect(app.telegram.opened).toEqual([])
    app.press(evmEn.browser.open)
    expect(app.telegram.opened[0]).toMatch(TICKET_PAGE)
    await app.sees(evmEn.browser.goOn)
    expect(server.sentTo(createTicket)).toHaveLength(1)
  })

  test('fetches another ticket when the first has expired before the next tap', async () => {
    const { server, app } = await silent('evm', METAMASK, 'ios')
    app.telegram.tap.isFresh = false
    await app.tap(evmEn.browser.goOn)
    await app.sees(evmEn.browser.open)
    server.server.clock.now += TICKET_TTL_MS
    app.press(evmEn.browser.open)
    await until(() => expect(server.sentTo(createTicket)).toHaveLength(2))
    await server.settled()
    expect(app.telegram.opened).toEqual([])
    await app.tap(evmEn.browser.open)
    expect(app.telegram.opened).toHaveLength(1)
  })
})

describe('a connection that is being restored', () => {
  const RESTORING = { status: 'restoring' } as const

  test('a restoring connection is shown neither as connected nor as missing, is restored, and is reported when that takes long', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: RESTORING })
    const app = openMemberApp((await start()).server, { wallets })
    await app.sees('Linked wallets')
    expect(app.text()).not.toContain('Connected on this device')
    // The part of Home that checks the wallets of the device is loaded separately.
    await until(async () => {
      await pass(100)
      expect(wallets.calls).toEqual(['restore'])
    })
    await pass(WALLET_SILENCE_MS)
    await app.sees('Getting ready…')
    app.press('Try again')
    await pass(10)
    expect(wallets.calls).toEqual(['restore', 'restore'])
  })

  test('a restoring connection is not given up when the choice of wallets opens', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: RESTORING })
    const evm = createFakeWalletConnector({ deviceWallet: RESTORING })
    const { server } = await start({ evm: 'in-app' })
    const app = openMemberApp(server, { wallets, evm, route: { screen: 'connect' } })
    await app.sees('MetaMask')
    await pass(1_000)
    expect([wallets.calls, evm.calls]).toEqual([[], []])
    app.press('Wallet in Telegram')
    await until(() => expect(wallets.calls).toEqual(['prepare', 'connect telegram-wallet']))
  })
})

/** Home while the server is down, on a device that has shown it before. */
async function openRemembered() {
  const { server } = await start()
  const first = openMemberApp(server)
  await first.sees('Verified')
  await pass(100)
  const restore = server.refuse(getMe, 'maintenance')
  const app = openMemberApp(server, { device: first.device })
  await app.sees('Verified')
  await app.sees('Saved on your device. It may be out of date.')
  return { app, restore }
}

describe('an outage', () => {
  test('leaves Home as the device remembers it, says so, and ends automatically', async () => {
    const { app, restore } = await openRemembered()
    restore()
    await pass(15_000)
    await app.seesNot('Saved on your device. It may be out of date.')
  })

  test('ends immediately when the device is online again', async () => {
    const { server } = await start()
    const restore = server.refuse(getMe, 'maintenance')
    const app = openMemberApp(server)
    await app.seesMain('Try again')
    await pass(60_000)
    restore()
    window.dispatchEvent(new Event('online'))
    await app.sees('Verified')
  })

  test('ends by a tap on “Try again”', async () => {
    const { app, restore } = await openRemembered()
    restore()
    app.press('Try again')
    await app.seesNot('Saved on your device. It may be out of date.')
  })

  test('keeps what the member is typing', async () => {
    const { server, ada, wallet } = await start()
    server.refuse(updateWallet, 'maintenance')
    const app = openMemberApp(server, { route: { screen: 'wallet', id: wallet.id } })
    await app.sees('Label')
    const field = app.container.querySelector<HTMLInputElement>('input.field')
    if (field === null) throw new Error('no field')
    type(field, 'Savings of Ada')
    await pass(10)
    app.press('Save')
    await app.sees('We are doing maintenance.')
    // Meanwhile another device has labelled the wallet.
    await ada.api.call(updateWallet, { id: wallet.id, body: { label: 'Other' } })
    const loading = app.services.core.state.get()
    if (loading.status === 'ready') await loading.value.member.refresh()
    await pass(10)
    expect(app.container.querySelector<HTMLInputElement>('input.field')?.value).toBe(
      'Savings of Ada',
    )
  })
})

test('two quick presses on Telegram’s main button answer once', async () => {
  const { server } = await start()
  const code = await (await server.operate()).makeRequest()
  const app = openMemberApp(server, { route: { screen: 'request', code } })
  await until(() => expect(app.telegram.mainButton()?.text).toContain('Answer with'))
  app.telegram.pressMainButton()
  app.telegram.pressMainButton()
  await until(() => expect(server.sentTo(answerRequest)).not.toEqual([]))
  await pass(50)
  expect(server.sentTo(answerRequest)).toHaveLength(1)
})

/** Types as a person does, so that React notices it. */
function type(field: HTMLInputElement, text: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
