import type { RpcUrls } from './public-endpoints.ts'
import * as v from 'valibot'
import { readCapped } from '#server/chains/read-capped.ts'
import { bytesToString, hexToNumber, isHex, size, slice } from 'viem/utils'
import type { EvmBlock } from '#proof/document.ts'

type ChainOptions = {
  id: number
  rpcUrls: RpcUrls
  fetch: typeof globalThis.fetch
  /** For one query, all endpoints together, in milliseconds. */
  timeoutMs: number
}

/** One chain. Answers null where no endpoint has a readable answer. Never rejects. */
export type EvmChain = {
  ask<Answer>(call: RpcCall, read: (result: string) => Answer | null): Promise<Answer | null>
  /** Several calls in one round trip; calls without a result are null for `read`. */
  askAll<Answer>(
    calls: readonly RpcCall[],
    read: (results: readonly (string | null)[]) => Answer | null,
  ): Promise<Answer | null>
}

/**
 * One chain behind its endpoints, which are queried in order until one answers. Each has the same share of the time, so
 * that a silent one leaves enough for the next. An endpoint of another chain never counts. Each reports its chain's id
 * along with every answer, because its chain may change while the server runs.
 */
export function createChain({ id, rpcUrls, fetch, timeoutMs }: ChainOptions): EvmChain {
  const endpoints = rpcUrls.map((url) => createEndpoint(url, id))
  const shareMs = Math.floor(timeoutMs / endpoints.length)

  async function askAll<Answer>(
    calls: readonly RpcCall[],
    read: (results: BatchResults) => Answer | null,
  ): Promise<Answer | null> {
    for (const askEndpoint of endpoints) {
      const results = await askEndpoint({ fetch, signal: AbortSignal.timeout(shareMs) }, calls)
      const answer = results === null ? null : read(results)
      if (answer !== null) return answer
    }
    return null
  }

  return {
    askAll,
    ask: (call, read) =>
      askAll([call], ([result = null]) => (result === null ? null : read(result))),
  }
}

type BatchResults = readonly (string | null)[]
/** Null where the endpoint is not of this chain, or does not report its chain. */
type RpcEndpoint = (
  line: Omit<RpcLine, 'url'>,
  calls: readonly RpcCall[],
) => Promise<BatchResults | null>

const ASK_CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }

function createEndpoint(url: string, chainId: number): RpcEndpoint {
  let takesBatches = true

  /** An endpoint that answers single calls but takes no batches gets single calls from then on. */
  async function askAtOnce(line: RpcLine, calls: readonly RpcCall[]): Promise<BatchResults> {
    const batch = takesBatches ? await callBatch(line, calls) : NO_BATCH
    if (batch.kind === 'silent') return []
    if (batch.kind === 'results' && batch.results[0] !== null) return batch.results
    const results = await Promise.all(calls.map((call) => callEndpoint(line, call)))
    if (takesBatches && typeof results[0] === 'string') {
      takesBatches = await answersTogether(line, calls.length)
    }
    return results
  }

  return async (line, calls) => {
    const [id, ...results] = await askAtOnce({ ...line, url }, [ASK_CHAIN_ID, ...calls])
    return typeof id === 'string' && isChainId(id, chainId) ? results : null
  }
}

const NO_BATCH = { kind: 'no-batch' } as const

/**
 * Whether it answers this number of calls in one request. No contract influences these calls; a contract that answers
 * at great length, or takes its time, only fails its own batch.
 */
async function answersTogether(line: RpcLine, count: number): Promise<boolean> {
  const batch = await callBatch(
    line,
    Array.from({ length: count }, () => ASK_CHAIN_ID),
  )
  return batch.kind !== 'no-batch' && (batch.kind === 'silent' || !batch.results.includes(null))
}

/** At which block a call reads. A block that was replaced by another is none (EIP-1898). */
export type BlockTag = 'latest' | { blockHash: string; requireCanonical: true }

export type RpcCall =
  | { method: 'eth_chainId'; params: readonly [] }
  | { method: 'eth_getBlockByNumber'; params: readonly [block: 'latest', isFull: false] }
  | { method: 'eth_getBlockByHash'; params: readonly [hash: string, isFull: false] }
  | { method: 'eth_getCode'; params: readonly [address: string, block: BlockTag] }
  | { method: 'eth_call'; params: readonly [call: { to?: string; data: string }, block: BlockTag] }
  | {
      method: 'eth_getStorageAt'
      params: readonly [address: string, slot: string, block: BlockTag]
    }

/** One JSON-RPC endpoint, and the limit of one call. */
type RpcLine = { url: string; fetch: typeof globalThis.fetch; signal: AbortSignal }

/** Far above the largest code that a chain admits, in hex. */
const MAX_ANSWER_BYTES = 1024 * 1024
const TOO_MANY_REQUESTS = 429

const HASH_BYTES = 32
/** As many as JSON numbers keep exactly. */
const MAX_NUMBER_DIGITS = 12

/** The one result that is no hex, as hex: the block's hash, followed by its number. */
const BlockResultSchema = v.pipe(
  v.object({
    hash: v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i)),
    number: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,12}$/i)),
  }),
  v.transform(
    ({ hash, number }) =>
      `${hash.toLowerCase()}${number.slice('0x'.length).padStart(MAX_NUMBER_DIGITS, '0')}`,
  ),
)

const ResultSchema = v.union([v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i)), BlockResultSchema])
const AnswerSchema = v.object({ result: ResultSchema })

/**
 * One call of JSON-RPC 2.0, whose result is hex or a block; null for anything else. An error from the endpoint is never an answer,
 * because its text and code differ from vendor to vendor.
 */
async function callEndpoint(line: RpcLine, call: RpcCall): Promise<string | null> {
  try {
    const response = await post(line, { jsonrpc: '2.0', id: 1, ...call })
    if (!response.ok || !response.body) return null
    return v.parse(AnswerSchema, await readJson(response.body, line.signal)).result
  } catch {
    return null
  }
}

/** Results in the order of the calls, null for each call without one. */
type BatchAnswer =
  | { kind: 'results'; results: readonly (string | null)[] }
  /** It answered something else, not every call, or broke off; it may take single calls only. */
  | { kind: 'no-batch' }
  /** It did not answer, or limits our rate. */
  | { kind: 'silent' }

/** Several calls in one request (JSON-RPC 2.0 §6). Each result is hex or a block; anything else counts as none. */
async function callBatch(line: RpcLine, calls: readonly RpcCall[]): Promise<BatchAnswer> {
  let response: Response
  try {
    response = await post(
      line,
      calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })),
    )
  } catch (error) {
    // `fetch` reports a connection that was closed on it as a TypeError.
    return { kind: !line.signal.aborted && error instanceof TypeError ? 'no-batch' : 'silent' }
  }
  try {
    if (response.status === TOO_MANY_REQUESTS) return { kind: 'silent' }
    const answer = response.ok && response.body ? await readJson(response.body, line.signal) : null
    return readBatch(answer, calls.length)
  } catch {
    return { kind: line.signal.aborted ? 'silent' : 'no-batch' }
  } finally {
    await response.body?.cancel().catch(() => undefined)
  }
}

const EntrySchema = v.object({ id: v.number(), result: ResultSchema })

/** Answers may come in any order. If a call has two answers, it has none. A list that is too short was cut off. */
function readBatch(answer: unknown, count: number): BatchAnswer {
  if (!Array.isArray(answer) || answer.length !== count) return { kind: 'no-batch' }
  const entries = answer.flatMap((entry: unknown) => {
    const parsed = v.safeParse(EntrySchema, entry)
    return parsed.success ? [parsed.output] : []
  })
  const results = Array.from({ length: count }, (_, id) => {
    const own = entries.filter((entry) => entry.id === id)
    return own.length === 1 ? (own[0]?.result ?? null) : null
  })
  return { kind: 'results', results }
}

function post({ url, fetch, signal }: RpcLine, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
}

/** @throws for a body that is too long or no JSON */
async function readJson(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<unknown> {
  const bytes = await readCapped(body, { maxBytes: MAX_ANSWER_BYTES, signal })
  return JSON.parse(bytesToString(bytes))
}

/** The block of a {@link BlockResultSchema}; null for any other result. */
export function readBlock(result: string): EvmBlock | null {
  if (!isHex(result) || size(result) !== HASH_BYTES + MAX_NUMBER_DIGITS / 2) return null
  return {
    number: hexToNumber(slice(result, HASH_BYTES)),
    hash: slice(result, 0, HASH_BYTES),
  }
}

/** Whether an answer to `eth_chainId` is this chain; nodes differ in leading zeros. */
export function isChainId(answer: string, chainId: number): boolean {
  return /^0x[\da-f]{1,64}$/i.test(answer) && BigInt(answer) === BigInt(chainId)
}
