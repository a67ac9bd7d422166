import * as v from 'valibot'
import { readCapped } from '#server/chains/read-capped.ts'
import { BlockResultSchema } from './block-result.ts'

export type RpcCall =
  | { method: 'eth_chainId'; params: readonly [] }
  | { method: 'eth_getBlockByNumber'; params: readonly [block: 'latest', isFull: false] }
  | { method: 'eth_getCode'; params: readonly [address: string, block: 'latest'] }
  | { method: 'eth_call'; params: readonly [call: { to?: string; data: string }, block: 'latest'] }
  | {
      method: 'eth_getStorageAt'
      params: readonly [address: string, slot: string, block: 'latest']
    }

/** One JSON-RPC endpoint, and the limit of one call. */
export type RpcLine = { url: string; fetch: typeof globalThis.fetch; signal: AbortSignal }

/** Far above the largest code that a chain admits, in hex. */
const MAX_ANSWER_BYTES = 1024 * 1024
const TOO_MANY_REQUESTS = 429

const ResultSchema = v.union([v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i)), BlockResultSchema])
const AnswerSchema = v.object({ result: ResultSchema })

/**
 * One call of JSON-RPC 2.0, whose result is hex or a block; null for anything else. An error from the endpoint is never an answer,
 * because its text and code differ from vendor to vendor.
 */
export async function callEndpoint(line: RpcLine, call: RpcCall): Promise<string | null> {
  try {
    const response = await post(line, { jsonrpc: '2.0', id: 1, ...call })
    if (!response.ok || !response.body) return null
    return v.parse(AnswerSchema, await readJson(response.body)).result
  } catch {
    return null
  }
}

/** Results in the order of the calls, null for each call without one. */
export type BatchAnswer =
  | { kind: 'results'; results: readonly (string | null)[] }
  /** It answered something else; it may take single calls only. */
  | { kind: 'no-batch' }
  /** It did not answer, or limits our rate. */
  | { kind: 'silent' }

/** Several calls in one request (JSON-RPC 2.0 §6). Each result is hex or a block; anything else counts as none. */
export async function callBatch(line: RpcLine, calls: readonly RpcCall[]): Promise<BatchAnswer> {
  let response: Response
  try {
    response = await post(
      line,
      calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })),
    )
  } catch {
    return { kind: 'silent' }
  }
  try {
    if (response.status === TOO_MANY_REQUESTS) return { kind: 'silent' }
    const answer = response.ok && response.body ? await readJson(response.body) : null
    return readBatch(answer, calls.length)
  } catch {
    return { kind: line.signal.aborted ? 'silent' : 'no-batch' }
  } finally {
    await response.body?.cancel().catch(() => undefined)
  }
}

const EntrySchema = v.object({ id: v.number(), result: ResultSchema })

/** Answers may come in any order. If a call has two answers, it has none. */
function readBatch(answer: unknown, count: number): BatchAnswer {
  if (!Array.isArray(answer) || answer.length > count) return { kind: 'no-batch' }
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
async function readJson(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const bytes = await readCapped(body, MAX_ANSWER_BYTES)
  return JSON.parse(Buffer.from(bytes).toString())
}
