import { importPart } from '#client/parts/part.ts'
import { ApiError } from '#client/api/api-error.ts'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { ProofRequest } from '../wallet-connector.ts'
import { withinTime } from '../within-time.ts'
import type { TonRequest } from './connection-memory.ts'
import type { ConnectionState } from './connection-state.ts'
import type { TonConnectClient, TonConnectOptions } from './ton-connect.ts'

/** How long the library and the wallets list may take, in milliseconds. */
const LIBRARY_TIMEOUT_MS = 15_000

export type LibraryOptions = Pick<
  TonConnectOptions,
  'manifestUrl' | 'walletsListUrl' | 'telegram' | 'appLink'
> & {
  /** Language of the library's list of wallets, read when it loads. */
  language: () => TonConnectOptions['language']
}

type LibraryMeans = { options: LibraryOptions; storage: UserStorage; state: ConnectionState }

/** The library, which loads on first use. Every operation has a time limit. */
export function createTonLibrary({ options, storage, state }: LibraryMeans) {
  let client: TonConnectClient | null = null
  let request: TonRequest | null = null
  let restoring: Promise<void> | null = null

  async function load(): Promise<TonConnectClient> {
    if (client !== null) return client
    const [{ openTonConnect }] = await Promise.all([
      importPart(() => import('./ton-connect.ts')),
      fetchWalletsList(options.walletsListUrl),
    ])
    client ??= openTonConnect({
      ...options,
      storage,
      language: options.language(),
      wallet: state.wallet,
      onWallet: (wallet) => state.keepWallet(wallet),
      onPending: (pending) => state.keepPending(pending && request && { ...request, ...pending }),
      onAnswer: state.deliver,
      onMute: () => state.silence(),
      onChooser: (open) => state.chooserOpen.set(open),
    })
    return client
  }

  async function warmUp(): Promise<void> {
    await (await load()).warmUp()
  }

  async function prepare(next: ProofRequest): Promise<void> {
    if (next.family !== 'ton') throw new TypeError('a request of another family')
    const loaded = await load()
    if (request !== null && state.pending()?.payload === next.payload) return
    if (state.wallet() !== null || loaded.isConnected()) await loaded.disconnect()
    state.reset()
    request = { payload: next.payload, network: next.network }
    await loaded.prepare(request)
  }

  async function restore(): Promise<void> {
    const loaded = await load()
    if (request !== null) return
    const due = state.pending()
    request = due
    await loaded.restore(due)
  }

  const restoreOnce = () => (restoring ??= restore().finally(() => (restoring = null)))

  /** After a reload the connection must be resumed before it can be used. */
  async function sign(message: string): Promise<void> {
    const loaded = await load()
    if (!loaded.isConnected()) await restoreOnce()
    loaded.sign(message)
  }

  return {
    /** Null before it has loaded. */
    client: () => client,
    load: () => inTime(load()),
    warmUp: () => inTime(warmUp()),
    prepare: (next: ProofRequest) => inTime(prepare(next)),
    restore: () => inTime(restoreOnce()),
    /** Asks the connected wallet to sign. The answer is delivered to the state, whenever it arrives. */
    sign: (message: string) => inTime(sign(message)),
  }
}

/**
 * The library reads the list from the browser's cache afterwards. A list that it cannot fetch it would replace with one
 * of its own, for as long as the page lives.
 */
async function fetchWalletsList(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`no list of wallets: ${response.status}`)
  await response.arrayBuffer()
}

/** The same promise, rejected as a missing library when it fails or takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await withinTime(work, LIBRARY_TIMEOUT_MS)
  } catch (cause) {
    throw new ApiError('wallet-library-unavailable', { cause })
  }
}
