import { UniversalProvider } from '@walletconnect/universal-provider'
import * as v from 'valibot'
import { ApiError } from '#client/api/api-error.ts'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { EvmBoot } from '#shared/boot.ts'
import type { AskedSignature, Pairing } from './evm-memory.ts'
import { libraryStorage } from './library-storage.ts'
import type { SigningMethod } from './signing-methods.ts'
import { signingRequest } from './signing-request.ts'
import { withinTime } from '../within-time.ts'

/** How long the relay may take to accept a pairing, in milliseconds. */
const RELAY_TIMEOUT_MS = 10_000
/** How long a farewell may take on its way, in milliseconds. */
const DISCONNECT_TIMEOUT_MS = 2_000
/** How long a new connection to the relay may take, in milliseconds. */
const RESTART_TIMEOUT_MS = 5_000
/** Shortest and longest life of a request in the wallet, in seconds (sign-client: `SESSION_REQUEST_EXPIRY_BOUNDARIES`). */
const REQUEST_LIFE_S = { least: 300, max: 604_800 }
/** Life of a pairing, in milliseconds, where its URI names none. */
const PAIRING_TTL_MS = 5 * 60_000
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

export type WalletConnectOptions = {
  boot: EvmBoot
  storage: UserStorage
  telegramId: string
  /** Unix time in milliseconds. */
  now: () => number
  /** What a wallet shows of us. */
  metadata: Metadata
  /** Signatures that the wallet is to allow us to ask for. */
  methods: readonly SigningMethod[]
  /** Something has come from the wallet, or a connection has ended. */
  onChange: () => void
}

type Metadata = {
  name: string
  description: string
  /** Our origin; the wallet compares it with what WalletConnect's frame attests. */
  url: string
  icons: string[]
  /** Where the wallet sends the member back to; left out where it cannot know the way. */
  redirect?: { native: string; universal: string }
}

export type WalletConnect = Awaited<ReturnType<typeof openWalletConnect>>

/** Everything of WalletConnect that the app uses. Loaded on intent; once per page. */
export async function openWalletConnect(options: WalletConnectOptions) {
  const provider = await openProvider(options)
  const { client } = provider
  const { history, relayer } = client.core
  for (const event of ['session_connect', 'session_delete', 'session_expire'] as const)
    client.on(event, options.onChange)
  // Told before the library tries to hand an answer to whoever asked, who may have been reloaded away.
  history.on('history_updated', options.onChange)

  return {
    provider,
    ...getSessions(provider),

    /** A new pairing, known to the relay: its URI may be opened in a wallet or shown. */
    async pair(): Promise<Pairing> {
      const connection = client.connect({ optionalNamespaces: wanted(options) })
      const { uri } = await withinTime(connection, RELAY_TIMEOUT_MS).catch((cause: unknown) => {
        throw new ApiError('evm-relay-unreachable', { cause })
      })
      if (uri === undefined) throw new ApiError('wallet-library-unavailable')
      return { uri, expiresAt: getExpiry(uri) }
    },
    /** Forgets the pairings that wait. Without the relay that would fail; then they expire. */
    async dropPairings(): Promise<void> {
      if (relayer.connected) await provider.cleanupPendingPairings({ deletePairings: true })
    },
    /** What the wallet said that refused one of these pairings; null if none did. */
    getRefusal(topics: readonly string[]): unknown {
      const proposals = history.values.filter(
        ({ topic, request }) => topics.includes(topic) && request.method === 'wc_sessionPropose',
      )
      const responses = proposals.flatMap(({ response }) => response ?? [])
      return responses.find((response) => 'error' in response)?.error ?? null
    },

    /** Sends the message to be signed. Its answer is found by `responseTo`. */
    async ask(asked: AskedSignature): Promise<void> {
      await client.request({
        topic: asked.topic,
        chainId: `eip155:${getChain(asked)}`,
        request: signingRequest(asked),
        expiry: requestLife(asked.expiresAt - options.now()),
      })
    },
    isAsked: (asked: AskedSignature) => findRequest(history.values, asked) !== undefined,
    /** The wallet's answer: to this page, or to the one that was here before a reload. */
    responseTo: (asked: AskedSignature) => findRequest(history.values, asked)?.response ?? null,

    /** A phone kills the connection of a page in the background, and the library does not notice. */
    restart: () => withinTime(relayer.restartTransport(), RESTART_TIMEOUT_MS).catch(() => {}),
  }
}

function openProvider({ boot, storage, telegramId, metadata }: WalletConnectOptions) {
  return UniversalProvider.init({
    projectId: boot.projectId,
    ...(boot.relayUrl !== null && { relayUrl: boot.relayUrl }),
    metadata,
    storage: libraryStorage(storage),
    // The library keeps one core a page under this name: never that of another account.
    customStoragePrefix: telegramId,
    telemetryEnabled: false,
    logger: 'silent',
  })
}

type WalletConnectProvider = Awaited<ReturnType<typeof openProvider>>

/** The wallets that are connected: one, if all is well. */
function getSessions({ client }: WalletConnectProvider) {
  const leaving = new Map<string, Promise<void>>()
  const sessions = () => client.session.getAll()

  async function sendDisconnect(topic: string): Promise<void> {
    const disconnect = client.disconnect({ topic, reason: USER_DISCONNECTED })
    await withinTime(disconnect, DISCONNECT_TIMEOUT_MS).catch(() => {})
    if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  }

  /** Takes leave of a wallet; of the same one only once. */
  function leave(topic: string): Promise<void> {
    const disconnect = leaving.get(topic) ?? sendDisconnect(topic)
    leaving.set(topic, disconnect)
    return disconnect
  }

  return {
    sessions,
    session: (topic: string) => sessions().find((session) => session.topic === topic) ?? null,
    leave,
    leaveAll: () => Promise.all(sessions().map(({ topic }) => leave(topic))),
  }
}

/** Wallets sign typed data only on the chain that is named in it. */
function getChain({ signsFor, account }: AskedSignature): number {
  return (signsFor ?? account).chainId
}

/** As long as the attempt has left. @param leftMs in milliseconds */
function requestLife(leftMs: number): number {
  const { least, max } = REQUEST_LIFE_S
  return Math.min(Math.max(Math.ceil(leftMs / 1_000), least), max)
}

/**
 * Asks for the chains that the owner accepts and for signatures. Not for transactions, which nothing here
 * uses, and not for safe_setSettings: a Safe collects its signatures off chain by default, and where its
 * owner has decided otherwise, the server takes the approval from the chain. Optional, because a wallet
 * refuses as a whole what it must have and has not.
 */
function wanted({ boot: { chains }, methods }: WalletConnectOptions) {
  return {
    eip155: {
      chains: chains.map((id) => `eip155:${id}`),
      methods: [...methods],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}

function getExpiry(uri: string): number {
  const seconds = Number(new URLSearchParams(uri.split('?')[1]).get('expiryTimestamp'))
  return seconds > 0 ? seconds * 1_000 : Date.now() + PAIRING_TTL_MS
}

type HistoryEntry = { topic: string; request: { params?: unknown } }

const SigningSchema = v.object({
  request: v.object({
    method: v.string(),
    params: v.looseTuple([v.string(), v.string()]),
  }),
})

/** The library's record of our request; the message in it is of one attempt, or of one cosigning. */
function findRequest<E extends HistoryEntry>(
  entries: readonly E[],
  asked: AskedSignature,
): E | undefined {
  const ours = signingRequest(asked)
  return entries.findLast(({ topic, request }) => {
    const parsed = v.safeParse(SigningSchema, request.params)
    if (topic !== asked.topic || !parsed.success) return false
    const { method, params } = parsed.output.request
    return method === ours.method && ours.params.every((param, at) => param === params[at])
  })
}
