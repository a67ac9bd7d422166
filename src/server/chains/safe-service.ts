import type { Unreachable } from '#proof/chain.ts'
import * as v from 'valibot'
import { parseEvmAddress } from '#shared/parse-evm-address.ts'
import { cacheAnswers } from '../cache/cache-answers.ts'
import { readCapped } from './read-capped.ts'

/** Owners' signatures of one message that the service has gathered. */
type GatheredSignatures = {
  /** By key: 65 bytes in hex each, with the owner's address with its checksum. */
  confirmations: readonly { owner: string; signature: string }[]
  /** All of them joined in the form that the Safe takes, in hex; null where the service has none. */
  prepared: string | null
}

/**
 * Port to the Safe Transaction Service. Its answers are not trusted until a chain shows the same. Nothing here throws.
 */
export interface SafeService {
  /** Addresses of the Safes that this key owns; `none` where the chain has no service. */
  getSafes(chainId: number, owner: string): Promise<readonly string[] | 'none' | Unreachable>
  /** @param hash Safe message hash, in hex */
  getSignatures(chainId: number, hash: string): Promise<GatheredSignatures | 'none' | Unreachable>
}

/** Safes of one key on one chain that are read. A member with more enters an address. */
const PAGE = 100
const MAX = 200
/** How long a list of Safes is cached, in milliseconds. */
const LIST_TTL_MS = 3 * 60 * 1_000
/** How many lists are cached. */
const LISTS = 1_000
/** The most owners that a Safe may have here. */
const MAX_CONFIRMATIONS = 100
/** A signature by a key, in hex. */
const KEY_SIGNATURE = /^0x[\da-f]{130}$/i
/** Longer than a Safe's signature by a hundred owners, in hex. */
const MAX_PREPARED = 32_768

const AddressSchema = v.pipe(
  v.string(),
  v.transform((text) => parseEvmAddress(text)),
  v.string(),
)

const PageSchema = v.object({
  next: v.nullable(v.string()),
  results: v.pipe(v.array(v.object({ address: AddressSchema })), v.maxLength(PAGE)),
})

const MessageSchema = v.object({
  confirmations: v.pipe(
    v.array(v.object({ owner: AddressSchema, signature: v.string() })),
    v.maxLength(MAX_CONFIRMATIONS),
  ),
  preparedSignature: v.nullable(
    v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})*$/i), v.maxLength(MAX_PREPARED)),
  ),
})

/**
 * The Safe Transaction Service over HTTP. Every failure is `unreachable`, and its answers are only hints that the chain
 * must confirm.
 *
 * @see https://docs.safe.global/core-api/transaction-service-reference
 */
export function createSafeService(options: ServiceLineOptions): SafeService {
  const ask = createServiceLine(options)
  const askOnce = cacheAnswers<readonly string[] | 'none' | Unreachable>(LISTS, options.now)
  return {
    async getSafes(chainId, owner) {
      const name = SERVICE_NAMES.get(chainId)
      if (name === undefined) return 'none'
      return askOnce(`${name}/${owner}`, async () => {
        const answer = await listSafes(`${name}/api/v2/owners/${owner}`, ask)
        return { answer, cacheMs: answer === 'unreachable' ? 0 : LIST_TTL_MS }
      })
    },
    async getSignatures(chainId, hash) {
      const name = SERVICE_NAMES.get(chainId)
      if (name === undefined) return 'none'
      const message = await ask(`${name}/api/v1/messages/${hash}/`, MessageSchema)
      if (message === 'none') return NOTHING_GATHERED
      return message === 'unreachable' ? message : gathered(message)
    },
  }
}

const NOTHING_GATHERED: GatheredSignatures = { confirmations: [], prepared: null }

/** Requests the next page by its number: its link may lead elsewhere, and our key must not go there. */
async function listSafes(
  path: string,
  ask: ServiceLine,
): Promise<readonly string[] | 'none' | Unreachable> {
  const found = new Set<string>()
  for (let offset = 0; offset < MAX; offset += PAGE) {
    // Each page shows whether there is another one.
    const page = await ask(`${path}/safes/?limit=${PAGE}&offset=${offset}`, PageSchema)
    if (page === 'unreachable' || page === 'none') return page
    for (const { address } of page.results) found.add(address)
    if (page.next === null) break
  }
  return [...found]
}

/** Leaves out signatures by contracts and approvals on the chain: the chain judges those, in the prepared signature. */
function gathered(message: v.InferOutput<typeof MessageSchema>): GatheredSignatures {
  return {
    confirmations: message.confirmations.filter(({ signature }) => KEY_SIGNATURE.test(signature)),
    prepared: message.preparedSignature === '0x' ? null : message.preparedSignature,
  }
}

type ServiceLineOptions = {
  /** Base URL without a chain and without a trailing slash: `https://api.safe.global/tx-service`. */
  apiUrl: string
  /** Null is for trials: two queries a second. */
  apiKey: string | null
  fetch: typeof globalThis.fetch
  /** Unix time in milliseconds. */
  now: () => number
  /** How long one query may take, in milliseconds. @default 4000 */
  timeoutMs?: number
}

/** `none`: nothing is under this path · `unreachable`: no answer, an invalid one, or the service is paused now. */
type ServiceAnswer<T> = T | 'none' | 'unreachable'

type ServiceLine = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
) => Promise<ServiceAnswer<v.InferOutput<Schema>>>

const DEFAULT_TIMEOUT_MS = 4_000
/** Twice the size of a hundred Safes of twenty owners each. */
const MAX_ANSWER_BYTES = 512 * 1024
const NOT_FOUND = 404
const TOO_MANY_REQUESTS = 429
/** Pause where the service does not say how long. Its limits are per second, and per month. */
const DEFAULT_PAUSE_MS = 5_000
/** Longest pause, even with a used-up month: the monthly quota may have been raised. */
const MAX_PAUSE_MS = 60 * 60 * 1_000

/** Queries the service. When the service limits our rate, pauses for as long as it says. Never rejects. */
function createServiceLine(options: ServiceLineOptions): ServiceLine {
  const { apiUrl, fetch, now, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const headers = headersFor(options)
  let silentUntil = 0

  return async (path, schema) => {
    if (now() < silentUntil) return 'unreachable'
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${apiUrl}/${path}`, { headers, redirect: 'error', signal })
      if (response.status === TOO_MANY_REQUESTS)
        silentUntil = now() + pauseMs(response.headers, now())
      if (response.ok && response.body) {
        const bytes = await readCapped(response.body, { maxBytes: MAX_ANSWER_BYTES, signal })
        return v.parse(schema, JSON.parse(Buffer.from(bytes).toString()))
      }
      await response.body?.cancel()
      return response.status === NOT_FOUND ? 'none' : 'unreachable'
    } catch {
      return 'unreachable'
    }
  }
}

function headersFor({ apiKey }: ServiceLineOptions): Record<string, string> {
  const accept = { accept: 'application/json' }
  return apiKey === null ? accept : { ...accept, authorization: `Bearer ${apiKey}` }
}

/**
 * `Retry-After` is in seconds or a date. `X-RateLimit-Reset` is in seconds and about the monthly quota, so it counts
 * only where nothing remains of that.
 *
 * @see https://docs.safe.global/core-api/api-authentication
 */
function pauseMs(headers: Headers, now: number): number {
  const after = headers.get('retry-after')
  const isUsedUp = secondsMs(headers.get('x-ratelimit-remaining')) === 0
  const reset = isUsedUp ? secondsMs(headers.get('x-ratelimit-reset')) : null
  const notified = secondsMs(after) ?? untilDate(after, now) ?? reset ?? DEFAULT_PAUSE_MS
  return Math.min(notified, MAX_PAUSE_MS)
}

function secondsMs(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : null
}

function untilDate(text: string | null, now: number): number | null {
  const date = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/**
 * Names of the chains that the Safe Transaction Service serves, as api-kit 5 lists them. It is not queried about other
 * chains.
 *
 * @see https://github.com/safe-global/safe-core-sdk/blob/main/packages/api-kit/src/utils/config.ts
 */
export const SERVICE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, 'eth'],
  [10, 'oeth'],
  [50, 'xdc'],
  [56, 'bnb'],
  [100, 'gno'],
  [130, 'unichain'],
  [137, 'pol'],
  [143, 'monad'],
  [146, 'sonic'],
  [196, 'okb'],
  [204, 'opbnb'],
  [232, 'lens'],
  [324, 'zksync'],
  [480, 'wc'],
  [988, 'stable'],
  [999, 'hyper'],
  [1101, 'zkevm'],
  [3338, 'peaq'],
  [3637, 'btc'],
  [5000, 'mantle'],
  [8453, 'base'],
  [9745, 'plasma'],
  [10_200, 'chi'],
  [42_161, 'arb1'],
  [42_220, 'celo'],
  [43_111, 'hemi'],
  [43_114, 'avax'],
  [57_073, 'ink'],
  [59_144, 'linea'],
  [80_069, 'bep'],
  [80_094, 'berachain'],
  [81_224, 'codex'],
  [84_532, 'basesep'],
  [534_352, 'scr'],
  [747_474, 'katana'],
  [11_155_111, 'sep'],
  [1_313_161_554, 'aurora'],
])
