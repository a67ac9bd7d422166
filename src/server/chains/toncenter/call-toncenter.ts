import * as v from 'valibot'
import type { TonBlock } from '#proof/document.ts'
import { bytesToString } from 'viem/utils'
import { readCapped } from '#server/chains/read-capped.ts'

/** Connection settings of a toncenter API. */
export type ToncenterLine = {
  /** Base URL of `/api/v2` and `/api/v3`, without a trailing slash: `https://toncenter.com`. */
  apiUrl: string
  /** Null allows one request per second. */
  apiKey: string | null
  fetch: typeof globalThis.fetch
  /** How long one request may take, in milliseconds. @default 5000 */
  timeoutMs?: number
  /** Pause before the one retry of a refused request, in milliseconds. @default 1100, just over the keyless rate */
  retryDelayMs?: number
}

/** An account at a block of the masterchain. */
export type TonLocation = {
  /** Raw, or friendly. */
  address: string
  /** @default the latest block */
  seqno?: number | undefined
}

type ToncenterCall = { path: string; init?: RequestInit }

/** The query failed: no answer, a refusal, or an invalid answer. */
export class ToncenterError extends Error {}

const DEFAULT_TIMEOUT_MS = 5_000
const DEFAULT_RETRY_DELAY_MS = 1_100
const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500
/** Larger than an account with the largest code and data that its chain allows. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** @throws {ToncenterError} */
export async function getFromToncenter<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  line: ToncenterLine,
): Promise<v.InferOutput<Schema>> {
  return parse(schema, await call({ path }, line))
}

const MASTERCHAIN = -1
const SeqnoSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(0xffff_ffff))

/** The masterchain's block at which an answer was read; undefined where the API does not say. */
export const BlockIdSchema = v.fallback(
  v.optional(v.object({ workchain: v.literal(MASTERCHAIN), seqno: SeqnoSchema })),
  undefined,
)

/**
 * An API that knows no blocks answers about the latest one.
 *
 * @throws {ToncenterError} if the answer is about another block than the one that was wanted
 */
export function requireBlock(
  wanted: number | undefined,
  answered: v.InferOutput<typeof BlockIdSchema>,
): void {
  if (wanted !== undefined && answered?.seqno !== wanted) throw new ToncenterError('another block')
}

const RunSchema = v.object({
  ok: v.literal(true),
  result: v.object({
    block_id: BlockIdSchema,
    exit_code: v.pipe(v.number(), v.safeInteger()),
    stack: v.array(v.unknown()),
  }),
})

type ReturnedStack = {
  /** Null where the contract has no such method, or throws in it. */
  stack: unknown[] | null
  /** Undefined where the API does not say that it ran at the block of the account. */
  block: TonBlock | undefined
}

/**
 * Runs a get-method without arguments at the block at which its account was read.
 *
 * @throws {ToncenterError}
 */
export async function runGetMethod(
  { method, address, seqno: wanted }: TonLocation & { method: string },
  block: TonBlock | undefined,
  line: ToncenterLine,
): Promise<ReturnedStack> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, method, stack: [], seqno: block?.seqno }),
  }
  const { result } = parse(RunSchema, await call({ path: '/api/v2/runGetMethod', init }, line))
  const { block_id: ranAt, exit_code: exitCode, stack } = result
  requireBlock(wanted, ranAt)
  return {
    stack: exitCode === 0 ? stack : null,
    block: ranAt?.seqno === block?.seqno ? block : undefined,
  }
}

/**
 * Retries once when the API reports that it is busy or broken, because without a key it takes only one call per second.
 */
async function call(request: ToncenterCall, line: ToncenterLine): Promise<unknown> {
  const first = await send(request, line)
  const { status, body } = first.response
  if (status !== TOO_MANY_REQUESTS && status < FIRST_SERVER_ERROR) return readJson(first)
  await body?.cancel()
  const delayMs = line.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  return readJson(await send(request, line))
}

/** What came back, and the end of its time. */
type ToncenterReply = { response: Response; signal: AbortSignal }

async function send({ path, init }: ToncenterCall, line: ToncenterLine): Promise<ToncenterReply> {
  const signal = AbortSignal.timeout(line.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const headers = new Headers(init?.headers)
  if (line.apiKey !== null) headers.set('x-api-key', line.apiKey)
  try {
    const url = `${line.apiUrl}${path}`
    const response = await line.fetch(url, { ...init, headers, redirect: 'error', signal })
    return { response, signal }
  } catch (cause) {
    throw new ToncenterError('no answer', { cause })
  }
}

async function readJson({ response, signal }: ToncenterReply): Promise<unknown> {
  if (!response.ok || !response.body) throw new ToncenterError(`HTTP ${response.status}`)
  try {
    const bytes = await readCapped(response.body, { maxBytes: MAX_ANSWER_BYTES, signal })
    return JSON.parse(bytesToString(bytes))
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
