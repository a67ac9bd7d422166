import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { TonAccountKey, TonChain } from '#server/verify/ton-chain.ts'
import { readCapped } from '#server/read-capped.ts'
import type { TonNetwork } from '#shared/wallet.ts'

export type ToncenterOptions = {
  network: TonNetwork
  /** Where `/api/v2` is, without a trailing slash: `https://toncenter.com`. */
  apiUrl: string
  /** Null works at one request per second. */
  apiKey: string | null
  fetch: typeof globalThis.fetch
  /** How long one request may take, in milliseconds. @default 5000 */
  timeoutMs?: number
  /** Pause before the one retry of a refused request, in milliseconds. @default 1100, just over the keyless rate */
  retryDelayMs?: number
}

type Call = { path: string; init?: RequestInit }

/** The chain could not be asked: no answer, a refusal, or an answer that makes no sense. */
class ToncenterError extends Error {}

const DEFAULT_TIMEOUT_MS = 5_000
const DEFAULT_RETRY_DELAY_MS = 1_100
const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500
const KEY_BYTES = 32
/** An account with the largest code and data that its chain allows stays below. */
const MAX_ANSWER_BYTES = 1024 * 1024

const AccountSchema = v.object({
  ok: v.literal(true),
  result: v.object({ state: v.picklist(['active', 'uninitialized', 'frozen']) }),
})

const KeySchema = v.object({
  ok: v.literal(true),
  result: v.object({
    exit_code: v.pipe(v.number(), v.safeInteger()),
    stack: v.array(v.unknown()),
  }),
})

/** The one stack entry that `get_public_key` leaves: a 256-bit unsigned number, leading zeros dropped. */
const KeyStackSchema = v.strictTuple([
  v.strictTuple([
    v.literal('num'),
    v.pipe(
      v.string(),
      v.regex(/^0x[0-9a-f]{1,64}$/),
      v.transform((number) => number.slice('0x'.length).padStart(KEY_BYTES * 2, '0')),
    ),
  ]),
])

/**
 * The chain as toncenter's HTTP API v2 shows it. Anything but a well-formed answer is `unreachable`.
 *
 * @see https://toncenter.com/api/v2/
 */
export function createToncenter(options: ToncenterOptions): TonChain {
  return {
    network: options.network,
    async accountKey(address) {
      try {
        return await readAccountKey(address, options)
      } catch (e) {
        if (e instanceof ToncenterError) return { status: 'unreachable' }
        throw e
      }
    },
  }
}

async function readAccountKey(address: string, options: ToncenterOptions): Promise<TonAccountKey> {
  const path = `/api/v2/getAddressInformation?address=${encodeURIComponent(address)}`
  const { result } = parse(AccountSchema, await call({ path }, options))
  if (result.state === 'uninitialized') return { status: 'inactive' }
  if (result.state === 'frozen') return { status: 'frozen' }
  return runGetPublicKey(address, options)
}

async function runGetPublicKey(address: string, options: ToncenterOptions): Promise<TonAccountKey> {
  const answer = await call(
    {
      path: '/api/v2/runGetMethod',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address, method: 'get_public_key', stack: [] }),
      },
    },
    options,
  )
  const { result } = parse(KeySchema, answer)
  if (result.exit_code !== 0) return { status: 'no-key' }
  const [[, hex]] = parse(KeyStackSchema, result.stack)
  return { status: 'active', publicKey: Buffer.from(hex, 'hex') }
}

/** One retry when the API says that it is busy or broken: the keyless rate allows no two calls in a second. */
async function call(request: Call, options: ToncenterOptions): Promise<unknown> {
  const first = await send(request, options)
  if (first.status !== TOO_MANY_REQUESTS && first.status < FIRST_SERVER_ERROR)
    return readJson(first)
  await first.body?.cancel()
  await sleep(options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS)
  return readJson(await send(request, options))
}

async function send({ path, init }: Call, options: ToncenterOptions): Promise<Response> {
  const headers = new Headers(init?.headers)
  if (options.apiKey !== null) headers.set('x-api-key', options.apiKey)
  try {
    return await options.fetch(`${options.apiUrl}${path}`, {
      ...init,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    })
  } catch (cause) {
    throw new ToncenterError('no answer', { cause })
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok || !response.body) throw new ToncenterError(`HTTP ${response.status}`)
  try {
    const bytes = await readCapped(response.body, MAX_ANSWER_BYTES)
    return JSON.parse(Buffer.from(bytes).toString())
  } catch (cause) {
    throw new ToncenterError('answer is too long or not JSON', { cause })
  }
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (!parsed.success) throw new ToncenterError('answer of an unknown shape')
  return parsed.output
}
