import { UniversalProvider } from '@walletconnect/universal-provider'
import * as v from 'valibot'
import { ApiError } from '#client/api/api-error.ts'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { EvmBoot } from '#shared/boot.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import type { appMetadata } from './app-metadata.ts'
import type { AskedSignature, Pairing } from './evm-memory.ts'
import { forgetLibrary, libraryStorage } from './library-storage.ts'
import type { SigningMethod } from './session-account.ts'
import { signingRequest } from './signing-request.ts'
import { readSession } from './wallet-session.ts'
import { withinTime } from '../within-time.ts'

/** How long the relay may take to accept a pairing, in milliseconds. */
const RELAY_TIMEOUT_MS = 10_000
/** How long sending a disconnect may take, in milliseconds. */
const DISCONNECT_TIMEOUT_MS = 2_000
/** How long a new connection to the relay may take, in milliseconds. */
const RESTART_TIMEOUT_MS = 5_000
/** Shortest and longest life of a wallet request, in seconds (sign-client: `SESSION_REQUEST_EXPIRY_BOUNDARIES`). */
const REQUEST_LIFE_S = { least: 300, max: 604_800 }
/** Life of a pairing, in milliseconds, where its URI gives none. */
const PAIRING_TTL_MS = 5 * 60_000
/** Events after which a session is not what it was. `session_event` is the wallet's `accountsChanged` or `chainChanged`. */
const SESSION_EVENTS = [
  'session_connect',
  'session_update',
  'session_event',
  'session_delete',
  'session_expire',
] as const
/** Makes the name of a second core on the same page. */
const RESTARTED = '-restarted'
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

export type WalletConnectOptions = {
  boot: EvmBoot
  storage: UserStorage
  telegramId: string
  /** Unix time in milliseconds. */
  now: () => number
  /** What a wallet shows about us. */
  metadata: ReturnType<typeof appMetadata>
  /** Signatures that the wallet should allow us to request. */
  methods: readonly SigningMethod[]
  /** Topics on which an answer is still needed. */
  awaited: readonly string[]
  /** Something has arrived from the wallet, or a connection has ended. */
  onChange: () => void
}

export type WalletConnect = Awaited<ReturnType<typeof openWalletConnect>>

/** Everything of WalletConnect that the app uses. Loaded on intent; once per page. */
export async function openWalletConnect(options: WalletConnectOptions) {
  const provider = await openProvider(options)
  const { client } = provider
  const { history, relayer } = client.core
  forgetSettled(provider, options.awaited)
  for (const event of SESSION_EVENTS) client.on(event, options.onChange)
  // Fires before the library passes an answer to its caller, which a reload may have removed.
  history.on('history_updated', options.onChange)

  return {
    provider,
    ...getSessions(provider),

    /**
     * A new pairing that the relay knows: its URI may be opened in a wallet or shown. A wallet that does not know
     * sign-ins ignores it.
     */
    async pair(signIn: SignInTerms | null): Promise<Pairing> {
      const connection = client.connect({
        optionalNamespaces: wanted(options),
        ...(signIn && { authentication: [getAuthentication(signIn)] }),
      })
      const { uri } = await withinTime(connection, RELAY_TIMEOUT_MS).catch((cause: unknown) => {
        throw new ApiError('evm-relay-unreachable', { cause })
      })
      if (uri === undefined) throw new ApiError('wallet-library-unavailable')
      return { uri, expiresAt: getExpiry(uri) }
    },
    /** Deletes the waiting pairings. That fails without the relay; then they expire. */
    async dropPairings(): Promise<void> {
      if (relayer.connected) await provider.cleanupPendingPairings({ deletePairings: true })
    },
    /** Whether a wallet may still answer this pairing. A wallet refuses one that it has answered before. */
    isOpen: (topic: string) =>
      findProposals(history.values, [topic]).some(({ response }) => response === undefined),
    /** The error of the wallet that refused one of these pairings; null if none did. */
    getRefusal(topics: readonly string[]): unknown {
      const responses = findProposals(history.values, topics).flatMap(
        ({ response }) => response ?? [],
      )
      return responses.find((response) => 'error' in response)?.error ?? null
    },

    /** Sends the message to sign. `responseTo` finds its answer. */
    async ask(asked: AskedSignature): Promise<void> {
      await client.request({
        topic: asked.topic,
        chainId: `eip155:${getChain(asked)}`,
        request: signingRequest(asked),
        expiry: requestLife(asked.expiresAt - options.now()),
      })
    },
    isAsked: (asked: AskedSignature) => findRequest(history.values, asked) !== undefined,
    /** The wallet's answer: to this page, or to the page before a reload. */
    responseTo: (asked: AskedSignature) => findRequest(history.values, asked)?.response ?? null,

    /** A phone kills the connection of a page in the background, and the library does not notice. */
    restart: () => withinTime(relayer.restartTransport(), RESTART_TIMEOUT_MS).catch(() => {}),
  }
}

/** A library that cannot start with what this device stores for it starts without that, as on a new device. */
async function openProvider(options: WalletConnectOptions) {
  const records = libraryStorage(options.storage, '')
  try {
    return await startProvider(options, records, '')
  } catch {
    records.close()
    forgetLibrary(options.storage)
    return startProvider(options, libraryStorage(options.storage, RESTARTED), RESTARTED)
  }
}

/** @param suffix The library keeps a core that could not start under its name, so the next one needs another name. */
function startProvider(
  { boot, metadata, telegramId }: WalletConnectOptions,
  storage: ReturnType<typeof libraryStorage>,
  suffix: string,
) {
  return UniversalProvider.init({
    projectId: boot.projectId,
    ...(boot.relayUrl !== null && { relayUrl: boot.relayUrl }),
    metadata,
    storage,
    // The library keeps one core per page under this name, so it must not be that of another account.
    customStoragePrefix: telegramId + suffix,
    telemetryEnabled: false,
    logger: 'silent',
  })
}

type WalletConnectProvider = Awaited<ReturnType<typeof startProvider>>

/**
 * The library keeps what it sent and received for thirty days. What has an answer that nobody needs, or can get none
 * because its pairing or its session is gone, is of no more use.
 */
function forgetSettled({ client }: WalletConnectProvider, awaited: readonly string[]): void {
  const { history, pairing } = client.core
  const live = new Set([...pairing.pairings.keys, ...client.session.keys])
  for (const { topic, id, response } of history.values) {
    const canBeAnswered = response === undefined && live.has(topic)
    if (!canBeAnswered && !awaited.includes(topic)) history.delete(topic, id)
  }
}

/** The library's records of these pairings' proposals. */
function findProposals<E extends { topic: string; request: { method: string } }>(
  entries: readonly E[],
  topics: readonly string[],
): E[] {
  return entries.filter(
    ({ topic, request }) => topics.includes(topic) && request.method === 'wc_sessionPropose',
  )
}

/** The connected wallets: normally one. */
function getSessions({ client }: WalletConnectProvider) {
  const leaving = new Map<string, Promise<void>>()
  const sessions = () => client.session.getAll().flatMap((session) => readSession(session) ?? [])

  async function sendDisconnect(topic: string): Promise<void> {
    const disconnect = client.disconnect({ topic, reason: USER_DISCONNECTED })
    await withinTime(disconnect, DISCONNECT_TIMEOUT_MS).catch(() => {})
    if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  }

  /** Disconnects a wallet; each one only once. */
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

/** The time that the attempt has left, in seconds. @param leftMs in milliseconds */
function requestLife(leftMs: number): number {
  const { least, max } = REQUEST_LIFE_S
  return Math.min(Math.max(Math.ceil(leftMs / 1_000), least), max)
}

/**
 * Requests the chains that the operator accepts, and signatures. Does not request transactions, which nothing
 * here uses, or safe_setSettings: a Safe collects its signatures off chain by default, and where its owners have
 * decided otherwise, the server reads the approval from the chain. All of it is optional, because a wallet refuses
 * the whole connection when it does not support something required.
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

/**
 * The message's fields as WalletConnect passes them on (CAIP-122), without a capability (ReCap), which would change the
 * statement. The library adds the time itself.
 */
function getAuthentication({ chainId, expiresAt, ...fields }: SignInTerms) {
  const ttl = PAIRING_TTL_MS / 1_000
  return { ...fields, chains: [`eip155:${chainId}`], exp: expiresAt, ttl }
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

/** The library's record of our request; its message belongs to one attempt, or to one cosigning. */
function findRequest<E extends HistoryEntry>(
  entries: readonly E[],
  asked: AskedSignature,
): E | undefined {
  const ours = signingRequest(asked)
  return [...entries].reverse().find(({ topic, request }) => {
    const parsed = v.safeParse(SigningSchema, request.params)
    if (topic !== asked.topic || !parsed.success) return false
    const { method, params } = parsed.output.request
    return method === ours.method && ours.params.every((param, at) => param === params[at])
  })
}
