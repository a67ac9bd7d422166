import { setImmediate } from 'node:timers/promises'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import type { StorageEvents } from '#client/api/user-storage.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { createEvmConnector } from '#client/wallets/evm/create-evm-connector.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { createFakeTelegram } from './fake-telegram.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'
import {
  PROJECT_ID,
  startWalletConnectWorld,
  type WalletConnectWorld,
} from './walletconnect-world.ts'

/** Stops the libraries from asking the network whether an app is genuine. */
process.env['IS_VITEST'] = 'true'
/** The library has one core for each page, but here several pages share one process. */
process.env['DISABLE_GLOBAL_CORE'] = 'true'

const TIMEOUT_MS = 20_000
const openProvider = UniversalProvider.init.bind(UniversalProvider)

export const ATTEMPT_ID = 'attempt-attempt-attemp'
export const MESSAGE = 'app.example.com wants you to sign in … as 00️⃣ @ada'

type EvmPageOptions = {
  relayUrl: string
  platform?: ClientPlatform
  isHandheld?: boolean
  storage?: MemoryStorage
  telegramId?: string
  chains?: number[]
  now?: () => number
  clockError?: () => number
  /** Whether the browser blocks new windows. */
  blocksWindows?: boolean
}

export type EvmPage = ReturnType<typeof createPage> & {
  /** Loads the page again, as the same or another Telegram account. */
  reload(changed?: Partial<EvmPageOptions>): Promise<EvmPage>
}

/** A newly loaded page with its connector, the links that it opened and the answers that it received. */
export function openEvmPage(situation: EvmPageOptions): EvmPage {
  const page = createPage(situation)
  return {
    ...page,
    async reload(changed = {}) {
      await page.leave()
      return openEvmPage({ ...situation, storage: page.storage, ...changed })
    },
  }
}

/** A relay for all tests of the file, over which pages and wallets meet. */
export function useWalletConnect() {
  let world: WalletConnectWorld
  beforeAll(async () => {
    world = await startWalletConnectWorld()
  })
  afterAll(() => world.close())
  const openPage = (situation: Partial<EvmPageOptions> = {}) =>
    openEvmPage({ relayUrl: world.relay.url, ...situation })
  return {
    get world() {
      return world
    },
    openPage,
    /** A page whose member has opened MetaMask, and a wallet that has read its link. */
    meet: async (
      situation: Partial<EvmPageOptions> = {},
      of: Parameters<WalletConnectWorld['openWallet']>[0] = {},
    ) => {
      const [page, wallet] = [openPage(situation), await world.openWallet(of)]
      await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
      page.connector.connect('metamask')
      await wallet.follow(page.connector.link.get())
      return { page, wallet }
    },
  }
}

function createPage(situation: EvmPageOptions) {
  const { platform = 'ios', storage = createMemoryStorage(), blocksWindows = false } = situation
  const providers = watchProviders()
  const windows: string[] = []
  const otherTabs = new Set<Parameters<StorageEvents['addEventListener']>[1]>()
  const answers: WalletAnswer[] = []
  const telegram = createFakeTelegram({ platform })
  const connector = createEvmConnector({
    boot: {
      projectId: PROJECT_ID,
      chains: situation.chains ?? [1, 8453],
      relayUrl: situation.relayUrl,
    },
    appName: 'Clasp',
    origin: 'https://app.example.com',
    appLink: 'https://t.me/clasp_bot/app?startapp',
    storage,
    storageEvents: { addEventListener: (_, listener) => void otherTabs.add(listener) },
    telegramId: situation.telegramId ?? '42',
    telegram,
    now: situation.now ?? Date.now,
    clockError: situation.clockError ?? (() => 0),
    openWindow: (url) => {
      windows.push(url)
      return blocksWindows ? null : { opener: {} }
    },
    isHandheld: () => situation.isHandheld ?? true,
  })
  connector.onAnswer((answer) => answers.push(answer))

  async function leave(): Promise<void> {
    for (const opened of providers.splice(0)) {
      // One that could not start has no client.
      const provider = await opened.catch(() => null)
      provider?.client.core.heartbeat.stop()
      await provider?.client.core.relayer.transportClose()
    }
  }

  onTestFinished(leave)

  return {
    connector,
    telegram,
    storage,
    windows,
    answers,
    /** Closes the page: its connection to the relay ends, its storage stays. */
    leave,
    /** Waits for the first answer of this kind or any failure. */
    received: <K extends WalletAnswer['kind']>(kind: K) => listener(answers, kind),
    /** Disconnects the wallet in another tab of the same account, which changes the shared storage. */
    disconnectElsewhere(): void {
      const key = `clasp/${situation.telegramId ?? '42'}/evm/connected`
      storage.removeItem(key)
      for (const listener of otherTabs) listener({ key, newValue: null })
    },
    /** Removes a record of the page, as if the device had lost it. */
    forget(key: string): { asked: string } {
      const name = `clasp/${situation.telegramId ?? '42'}/${key}`
      const asked = storage.getItem(name) ?? ''
      storage.removeItem(name)
      return { asked }
    },
    providersOpened: () => providers.length,
    /** Waits until the library is loaded and ready, whatever its relay does. */
    async libraryReady(): Promise<void> {
      const endsAt = performance.now() + TIMEOUT_MS
      while (providers.length === 0 && performance.now() < endsAt) await setImmediate()
      if (providers.length === 0) throw new Error('the library was not loaded')
      await Promise.allSettled(providers)
    },
    isConnected: () => connector.deviceWallet.get().status === 'connected',
  }
}

async function listener<K extends WalletAnswer['kind']>(answers: readonly WalletAnswer[], kind: K) {
  const answer = await vi.waitUntil(() => answers.at(0), { timeout: TIMEOUT_MS })
  if (!isOfKind(answer, kind)) throw new Error(`heard ${JSON.stringify(answer)}`)
  return answer
}

function isOfKind<K extends WalletAnswer['kind']>(
  answer: WalletAnswer,
  kind: K,
): answer is Extract<WalletAnswer, { kind: K }> {
  return answer.kind === kind
}

/** Collects the library's clients that this page opens. */
function watchProviders() {
  const opened: ReturnType<typeof UniversalProvider.init>[] = []
  vi.spyOn(UniversalProvider, 'init').mockImplementation((options) => {
    const provider = openProvider(options)
    opened.push(provider)
    return provider
  })
  return opened
}
