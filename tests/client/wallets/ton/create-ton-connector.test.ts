import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserTelegram } from '#client/telegram/browser-telegram.ts'
import type { Platform, Telegram } from '#client/telegram/telegram.ts'
import { createTonConnector } from '#client/wallets/ton/create-ton-connector.ts'
import type { WalletAnswer, WalletConnector } from '#client/wallets/wallet-connector.ts'
import { openTonBridge, readWalletLink, type TonBridge } from '#tests/support/ton-bridge.ts'

const REQUEST = { payload: 'p'.repeat(43), network: '-239' } as const
const ADDRESS = `0:${'ab'.repeat(32)}`
const APP_LINK = 'https://t.me/clasp_bot/app?startapp'
const PROOF = {
  timestamp: 1_790_000_000,
  domain: { lengthBytes: 15, value: 'app.example.com' },
  payload: REQUEST.payload,
  signature: 'AAAA',
}

let bridge: TonBridge
let connector: WalletConnector
let links: string[] = []
let answers: WalletAnswer[] = []
const posted: [string, string][] = []

beforeAll(async () => {
  bridge = await openTonBridge()
  // The library looks for Telegram when it loads, and finds it here as in the app.
  sessionStorage.setItem(
    'tapps/launchParams',
    JSON.stringify('tgWebAppPlatform=ios&tgWebAppVersion=9.1'),
  )
  vi.stubGlobal('TelegramWebviewProxy', {
    postEvent: (method: string, data: string) => posted.push([method, data]),
  })
})

afterAll(() => bridge.close())

beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue()
  connector = open()
})

afterEach(() => {
  connector.cancel()
  localStorage.clear()
  vi.restoreAllMocks()
})

type Situation = {
  telegramId?: string
  platform?: Platform
  appLink?: `https://${string}`
  walletsListUrl?: string
  now?: () => number
}

/** The connector of a page that has just been loaded. */
function open(situation: Situation = {}): WalletConnector {
  links = []
  answers = []
  const openLink = (url: string) => void links.push(url)
  const telegram: Telegram = {
    ...createBrowserTelegram(),
    platform: situation.platform ?? 'ios',
    openTelegramLink: (url) => openLink(`telegram:${url}`),
    openLink,
  }
  return createTonConnector({
    manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
    walletsListUrl: bridge.walletsListUrl,
    storage: localStorage,
    telegramId: '42',
    language: () => 'en',
    appLink: APP_LINK,
    now: Date.now,
    ...situation,
    telegram,
  })
}

function listen(): void {
  connector.onAnswer((answer) => answers.push(answer))
}

/** Goes as far as the opened wallet; answers with the session that waits for it. */
async function askTelegramWallet(): Promise<string> {
  await connector.prepare(REQUEST)
  connector.connect('telegram-wallet')
  return readWalletLink(lastLink()).clientId
}

function lastLink(): string {
  return links.at(-1)?.replace(/^telegram:/, '') ?? ''
}

function addressItem(network = '-239') {
  return {
    name: 'ton_addr',
    address: ADDRESS,
    network,
    publicKey: 'cd'.repeat(32),
    walletStateInit: 'te6cc',
  }
}

function connectEvent(items: object[] = [addressItem(), { name: 'ton_proof', proof: PROOF }]) {
  const device = {
    platform: 'iphone',
    appName: 'telegram-wallet',
    appVersion: '1',
    maxProtocolVersion: 2,
    features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
  }
  return { event: 'connect', id: Date.now(), payload: { items, device } }
}

const answered = () => vi.waitFor(() => expect(answers).toHaveLength(1))

describe('Wallet in Telegram', () => {
  test('is asked for the proof on the wanted network and answers with it', async () => {
    listen()
    const session = await askTelegramWallet()
    expect(readWalletLink(lastLink()).request).toEqual({
      manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
      items: [
        { name: 'ton_addr', network: '-239' },
        { name: 'ton_proof', payload: REQUEST.payload },
      ],
    })
    expect(connector.walletApp.get()).toEqual({ appName: 'telegram-wallet', name: 'Wallet' })
    bridge.answer(session, connectEvent())
    await answered()
    expect(answers).toEqual([
      {
        kind: 'proof',
        proof: {
          address: ADDRESS,
          network: '-239',
          stateInit: 'te6cc',
          publicKey: 'cd'.repeat(32),
          proof: PROOF,
        },
        walletApp: { appName: 'telegram-wallet', name: 'Wallet' },
      },
    ])
    expect(connector.deviceWallet.get()).toMatchObject({ status: 'connected', address: ADDRESS })
    expect(connector.link.get()).toBeNull()
  })

  test('is opened by the very link that the library itself would open', async () => {
    await connector.prepare(REQUEST)
    connector.connect('all-wallets')
    await press(/^Wallet inTelegram/)
    await press(/Connect Wallet in Telegram on/)
    const [method, data] = posted.findLast(([method]) => method === 'web_app_open_tg_link') ?? []
    expect(method).toBe('web_app_open_tg_link')
    connector.reopen()
    expect(JSON.stringify({ path_full: lastLink().replace('https://t.me', '') })).toBe(data)
    expect(links.at(-1)).toMatch(/^telegram:/)
  })

  test.each([
    ['ios', 'telegram:', 'back'],
    ['tdesktop', 'telegram:', 'back'],
    ['web', 'telegram:', 'back'],
    ['weba', 'telegram:', APP_LINK],
    ['unknown', '', APP_LINK],
  ] as const)('is opened on %s and told to return to %s%s', async (platform, prefix, returnTo) => {
    connector = open({ platform })
    await askTelegramWallet()
    expect(links.at(-1)).toMatch(new RegExp(`^${prefix}https://t.me/wallet/start\\?startapp=`))
    expect(readWalletLink(lastLink()).returnTo).toBe(returnTo)
  })

  test('shows a link to copy that asks for no return', async () => {
    await askTelegramWallet()
    expect(readWalletLink(connector.link.get() ?? '').returnTo).toBe('none')
  })
})

describe('the list of all wallets', () => {
  test('opens unfiltered, and closes by the back button', async () => {
    await connector.prepare(REQUEST)
    connector.connect('all-wallets')
    await vi.waitFor(() => expect(document.body.textContent).toContain('Outsider'))
    expect(document.body.textContent).toMatch(/Wallet inTelegram/)
    expect(connector.chooserOpen.get()).toBe(true)
    connector.closeChooser()
    expect(connector.chooserOpen.get()).toBe(false)
  })

  test('tells which wallet was chosen, and its proof arrives', async () => {
    listen()
    await connector.prepare(REQUEST)
    connector.connect('all-wallets')
    await press(/^Outsider/)
    await vi.waitFor(() => expect(connector.walletApp.get()?.appName).toBe('outsider'))
    const { clientId, request } = readWalletLink(connector.link.get() ?? '')
    expect(request.items[1]).toEqual({ name: 'ton_proof', payload: REQUEST.payload })
    bridge.answer(clientId, connectEvent())
    await answered()
    expect(answers[0]?.kind).toBe('proof')
    expect(connector.chooserOpen.get()).toBe(false)
  })

  test('is opened where the list lacks Wallet in Telegram', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('[]'))
    connector = open()
    await connector.prepare(REQUEST)
    connector.connect('telegram-wallet')
    await vi.waitFor(() => expect(connector.chooserOpen.get()).toBe(true))
    connector.closeChooser()
  })
})

describe('an answer', () => {
  test('that came before anybody listened is kept and handed over once', async () => {
    const session = await askTelegramWallet()
    bridge.answer(session, connectEvent())
    await vi.waitFor(() => expect(connector.deviceWallet.get().status).toBe('connected'))
    listen()
    expect(answers).toHaveLength(1)
    connector.onAnswer((answer) => answers.push(answer))
    expect(answers).toHaveLength(1)
  })

  test.each([
    [300, 'wallet-rejected'],
    [1, 'wallet-bad-request'],
    [100, 'wallet-failed'],
    [0, 'wallet-failed'],
    [9_999, 'wallet-failed'],
  ])('with error %i is the failure %s', async (code, expected) => {
    listen()
    const session = await askTelegramWallet()
    const payload = { code, message: 'no' }
    bridge.answer(session, { event: 'connect_error', id: Date.now(), payload })
    await answered()
    expect(answers).toEqual([{ kind: 'failure', code: expected }])
    expect(connector.link.get()).toBeNull()
    expect(connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })

  test.each([
    ['without a proof', [addressItem()], 'wallet-no-proof'],
    [
      'of a wallet that cannot prove',
      [addressItem(), { name: 'ton_proof', error: { code: 400, message: 'no' } }],
      'wallet-unsupported',
    ],
    [
      'with a proof that is none',
      [addressItem(), { name: 'ton_proof', proof: { ...PROOF, timestamp: 'soon' } }],
      'wallet-failed',
    ],
    [
      'of another network',
      [addressItem('-3'), { name: 'ton_proof', proof: PROOF }],
      'ton-network-mismatch',
    ],
  ])('%s is a failure with its own code', async (_, items, expected) => {
    listen()
    const session = await askTelegramWallet()
    bridge.answer(session, connectEvent(items))
    await answered()
    expect(answers).toEqual([{ kind: 'failure', code: expected }])
  })

  test('to a connection that was given up is dropped', async () => {
    listen()
    const session = await askTelegramWallet()
    await vi.waitFor(() => expect(bridge.waiting(session)).toBe(1))
    connector.cancel()
    expect(connector.link.get()).toBeNull()
    await vi.waitFor(() => expect(bridge.waiting(session)).toBe(0))
    bridge.answer(session, connectEvent())
    connector = open()
    listen()
    await connector.restore()
    expect(answers).toEqual([])
    expect(connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })
})

describe('a reload', () => {
  test('keeps the pending connection: its link at once, its proof when it comes', async () => {
    const session = await askTelegramWallet()
    const before = lastLink()
    connector = open()
    listen()
    expect(connector.deviceWallet.get()).toEqual({ status: 'restoring' })
    expect(connector.walletApp.get()).toEqual({ appName: 'telegram-wallet', name: 'Wallet' })
    connector.reopen()
    expect(lastLink()).toBe(before)
    await connector.restore()
    bridge.answer(session, connectEvent())
    await answered()
    expect(answers[0]).toMatchObject({ kind: 'proof', proof: { address: ADDRESS } })
  })

  test('picks up the answer that came while the page was away', async () => {
    const session = await askTelegramWallet()
    await vi.waitFor(() => expect(bridge.waiting(session)).toBe(1))
    bridge.drop(session)
    bridge.answer(session, connectEvent())
    connector = open()
    listen()
    await connector.restore()
    await answered()
    expect(answers[0]?.kind).toBe('proof')
  })

  test('after five minutes finds nothing pending', async () => {
    await askTelegramWallet()
    connector = open({ now: () => Date.now() + 5 * 60_000 })
    expect(connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    expect(connector.link.get()).toBeNull()
  })

  test('shows the connected wallet before the library has loaded, and restores it without a proof', async () => {
    const session = await askTelegramWallet()
    bridge.answer(session, connectEvent())
    await vi.waitFor(() => expect(connector.deviceWallet.get().status).toBe('connected'))
    connector = open()
    listen()
    expect(connector.deviceWallet.get()).toMatchObject({ status: 'connected', address: ADDRESS })
    await connector.restore()
    expect(connector.deviceWallet.get()).toMatchObject({ status: 'connected', address: ADDRESS })
    expect(answers).toEqual([])
  })
})

describe('a connected wallet', () => {
  beforeEach(async () => {
    const session = await askTelegramWallet()
    bridge.answer(session, connectEvent())
    await vi.waitFor(() => expect(connector.deviceWallet.get().status).toBe('connected'))
    connector = open()
    bridge.farewells.length = 0
  })

  test('is told farewell before it proves anew, because a restored connection carries no proof', async () => {
    listen()
    const session = await askTelegramWallet()
    expect(bridge.farewells).toEqual(['disconnect'])
    bridge.answer(session, connectEvent())
    await answered()
    expect(answers[0]?.kind).toBe('proof')
  })

  test('is disconnected for good', async () => {
    await connector.disconnect()
    expect(connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
    connector = open()
    await connector.restore()
    expect(connector.deviceWallet.get()).toEqual({ status: 'disconnected' })
  })

  test('of one Telegram account is invisible to another on the same device', async () => {
    localStorage.setItem('ton-connect-ui_wallet-info', '{}')
    const other = open({ telegramId: '43' })
    expect(other.deviceWallet.get()).toEqual({ status: 'disconnected' })
    await other.restore()
    expect(other.deviceWallet.get()).toEqual({ status: 'disconnected' })
    const keys = Object.keys(localStorage)
    expect(keys.filter((key) => !/^clasp\/(42|last-user)/.test(key))).toEqual([])
    expect(open().deviceWallet.get().status).toBe('connected')
  })
})

test('a wallets list that cannot be had does not stop the wallets that are built in', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  connector = open({ walletsListUrl: 'http://127.0.0.1:1/wallets.json' })
  await connector.prepare(REQUEST)
  connector.connect('telegram-wallet')
  expect(links).toHaveLength(1)
})

test('a wallets list that never answers is a library that is unavailable, not a wait for ever', async () => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers()
  const refused = expect(connector.prepare(REQUEST)).rejects.toMatchObject({
    code: 'wallet-library-unavailable',
  })
  await vi.advanceTimersByTimeAsync(15_000)
  await refused
  vi.useRealTimers()
})

/** Presses a button of the library's list, once it is there. */
async function press(label: RegExp): Promise<void> {
  const button = await vi.waitFor(() => {
    const buttons = Array.from(document.querySelectorAll('button'))
    const found = buttons.find(({ textContent }) => label.test(textContent))
    if (found === undefined) throw new Error(`no button ${label}`)
    return found
  })
  button.click()
}
