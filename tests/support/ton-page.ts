import { atom } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { StorageEvents } from '#client/api/user-storage.ts'
import { createBrowserTelegram } from '#client/telegram/browser-telegram.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { createTonConnector } from '#client/wallets/ton/create-ton-connector.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { openTonBridge, readWalletLink, type TonBridge } from './ton-bridge.ts'
import { until } from './until.ts'

export const REQUEST = { family: 'ton', payload: 'p'.repeat(43), network: '-239' } as const
export const ADDRESS = `0:${'ab'.repeat(32)}`
export const APP_LINK = 'https://t.me/clasp_bot/app?startapp'
export const PROOF = {
  timestamp: 1_790_000_000,
  domain: { lengthBytes: 15, value: 'app.example.com' },
  payload: REQUEST.payload,
  signature: 'AAAA',
}

type TonPageOptions = {
  walletsListUrl: string
  telegramId?: string
  platform?: ClientPlatform
  now?: () => number
}

/** A newly loaded page with its connector, the links that it opened and the answers that it received. */
export function openTonPage({ platform = 'ios', ...situation }: TonPageOptions) {
  const opened: string[] = []
  const answers: WalletAnswer[] = []
  const otherTabs = new Set<Parameters<StorageEvents['addEventListener']>[1]>()
  const colorScheme = atom<'light' | 'dark'>('light')
  const telegram: Telegram = {
    ...createBrowserTelegram(),
    platform,
    colorScheme,
    openTelegramLink: (url) => void opened.push(`telegram:${url}`),
    openLink: (url) => void opened.push(url),
  }
  const connector = createTonConnector({
    manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
    storage: localStorage,
    storageEvents: { addEventListener: (_, listener) => void otherTabs.add(listener) },
    telegramId: '42',
    language: () => 'en',
    appLink: APP_LINK,
    now: () => Date.now(),
    ...situation,
    telegram,
  })
  return {
    connector,
    colorScheme,
    answers,
    opened,
    listen: () => connector.onAnswer((answer) => answers.push(answer)),
    /** Disconnects the wallet in another tab of the same account, which changes the shared storage. */
    disconnectElsewhere(): void {
      const key = 'clasp/42/ton/connected'
      localStorage.removeItem(key)
      for (const listener of otherTabs) listener({ key, newValue: null })
    },
    lastLink: () => opened.at(-1)?.replace(/^telegram:/, '') ?? '',
  }
}

export type TonPage = ReturnType<typeof openTonPage>

/** A bridge for all tests of the file, and a new page for each; the page listens where it is told to. */
export function useTonPage() {
  let bridge: TonBridge
  let page: TonPage

  function open(situation: Partial<TonPageOptions> = {}): TonPage {
    page = openTonPage({ walletsListUrl: bridge.walletsListUrl, ...situation })
    return page
  }

  beforeAll(async () => {
    bridge = await openTonBridge()
    forgiveLibraryRejections()
  })
  afterAll(() => bridge.close())
  beforeEach(() => {
    vi.spyOn(console, 'debug').mockReturnValue()
    bridge.asked.length = 0
    open()
  })
  afterEach(() => {
    page.connector.cancel()
    leavePage()
    localStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  return {
    get bridge() {
      return bridge
    },
    get page() {
      return page
    },
    open,
    /** Goes as far as the opened wallet in Telegram; returns the session that waits for it. */
    async ask(payload: string = REQUEST.payload): Promise<string> {
      await page.connector.prepare({ ...REQUEST, payload })
      page.connector.connect('telegram-wallet')
      return readWalletLink(page.lastLink()).clientId
    },
    answered: () => until(() => expect(page.answers).toHaveLength(1)),
  }
}

/** Closes the page: its connections to bridges end, its storage stays. */
export function leavePage(): void {
  const hidden = { configurable: true, get: () => true }
  Object.defineProperty(document, 'hidden', hidden)
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'hidden')
}

/**
 * Ignores rejected promises that TON Connect's library leaves unhandled, as the app does in a page. They come up to two
 * seconds after a connection was given up, so nothing ends this: only for files that run isolated, in a process of
 * their own.
 */
export function forgiveLibraryRejections(): void {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (reason, promise) => {
    if (reason instanceof Error && /@tonconnect/.test(reason.stack ?? '')) return
    for (const listener of listeners) listener(reason, promise)
  })
}

export function addressItem(network = '-239') {
  return {
    name: 'ton_addr',
    address: ADDRESS,
    network,
    publicKey: 'cd'.repeat(32),
    walletStateInit: 'te6cc',
  }
}

const SENDS = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }]

/**
 * The event that a wallet sends when its owner approves.
 *
 * @param signs types of data that the wallet offers to sign
 */
export function connectEvent(
  items: object[] = [addressItem(), { name: 'ton_proof', proof: PROOF }],
  signs: readonly string[] = ['text', 'binary', 'cell'],
): object {
  const device = {
    platform: 'iphone',
    appName: 'telegram-wallet',
    appVersion: '1',
    maxProtocolVersion: 2,
    features: signs.length === 0 ? SENDS : [...SENDS, { name: 'SignData', types: signs }],
  }
  return { event: 'connect', id: Date.now(), payload: { items, device } }
}
