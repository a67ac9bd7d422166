import { ApiError } from '#client/api/api-error.ts'
import { createUserStorage, forgetFormerUser } from '#client/api/user-storage.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { ProofRequest, WalletConnector } from '../wallet-connector.ts'
import { createConnectionState } from './connection-state.ts'
import { forgetLibraryConnection } from './library-storage.ts'
import { createOpenWalletLink } from './open-wallet-link.ts'
import type { TonConnectClient, TonConnectOptions } from './ton-connect.ts'

/** How long the library and the wallets list may take, in milliseconds. */
const LIBRARY_TIMEOUT_MS = 15_000

export type TonConnectorOptions = {
  manifestUrl: string
  /** Absolute URL of the wallets list, of our own origin. */
  walletsListUrl: string
  storage: Storage
  telegramId: string
  telegram: Telegram
  /** Language of the library's list of wallets, asked for when it loads. */
  language: () => TonConnectOptions['language']
  /** Direct link that opens the app, for wallets that must be told where to return. */
  appLink: TonConnectOptions['appLink']
  /** Unix time in milliseconds. */
  now: () => number
}

/** TON wallets through TON Connect. This part is light; the library loads with the first need. */
export function createTonConnector(options: TonConnectorOptions): WalletConnector {
  forgetFormerUser(options.storage, options.telegramId)
  const storage = createUserStorage(options.storage, options.telegramId)
  const state = createConnectionState(storage, options.now)
  const openWalletLink = createOpenWalletLink(options)
  let client: TonConnectClient | null = null
  let request: ProofRequest | null = null
  let restoring: Promise<void> | null = null

  async function load(): Promise<TonConnectClient> {
    const { openTonConnect } = await import('./ton-connect.ts')
    client ??= openTonConnect({
      ...options,
      storage,
      language: options.language(),
      onWallet: state.keepWallet,
      onPending: (pending) => state.keepPending(pending && request && { ...request, ...pending }),
      onAnswer: state.deliver,
      onChooser: (open) => state.chooserOpen.set(open),
    })
    return client
  }

  async function prepare(next: ProofRequest): Promise<void> {
    const loaded = await load()
    if (request !== null && state.pending()?.payload === next.payload) return
    if (state.deviceWallet.get().status === 'connected') await loaded.disconnect()
    state.reset()
    request = next
    await loaded.prepare(next)
  }

  async function restore(): Promise<void> {
    const loaded = await load()
    if (request !== null) return
    request = state.pending()
    await loaded.restore(request)
  }

  function open(link: string | null): void {
    if (link === null || !openWalletLink(link)) client?.openChooser()
  }

  return {
    ...state,
    prepare: (next) => ready(prepare(next)),
    restore: () => ready((restoring ??= restore().finally(() => (restoring = null)))),
    connect(choice) {
      if (choice === 'all-wallets') client?.openChooser()
      else open(client?.connectTelegramWallet() ?? null)
    },
    reopen: () => open(state.pending()?.link ?? null),
    closeChooser: () => client?.closeChooser(),
    cancel() {
      if (state.pending() !== null) forgetLibraryConnection(storage)
      state.drop()
      client?.cancel()
    },
    async disconnect() {
      const loaded = await ready(load())
      await loaded.disconnect()
      state.keepWallet(null)
    },
  }
}

/** The same promise, rejected as a missing library when it fails or takes too long. */
async function ready<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('deadline')), LIBRARY_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } catch (cause) {
    throw new ApiError('wallet-library-unavailable', { cause })
  } finally {
    clearTimeout(timer)
  }
}
