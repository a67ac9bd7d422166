import * as v from 'valibot'
import { readCapped } from '#server/read-capped.ts'

export type RpcCall =
  | { method: 'eth_chainId'; params: readonly [] }
  | { method: 'eth_getCode'; params: readonly [address: string, block: 'latest'] }
  | { method: 'eth_call'; params: readonly [call: { data: string }, block: 'latest'] }

/** One JSON-RPC endpoint, and what one call of it may take. */
export type RpcLine = { url: string; fetch: typeof globalThis.fetch; signal: AbortSignal }

/** The largest code that a chain admits, in hex, stays far below. */
const MAX_ANSWER_BYTES = 1024 * 1024

const AnswerSchema = v.object({ result: v.pipe(v.string(), v.regex(/^0x[\da-f]*$/i)) })

/**
 * One call of JSON-RPC 2.0, whose result is hex; null for anything else. An error that the endpoint tells
 * is no answer, whatever it says: its words and numbers differ from vendor to vendor.
 */
export async function callEndpoint(
  { url, fetch, signal }: RpcLine,
  call: RpcCall,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
      redirect: 'error',
      signal,
    })
    return response.ok && response.body ? await readResult(response.body) : null
  } catch {
    return null
  }
}

/** @throws for what is no answer of JSON-RPC */
async function readResult(body: ReadableStream<Uint8Array>): Promise<string> {
  const bytes = await readCapped(body, MAX_ANSWER_BYTES)
  return v.parse(AnswerSchema, JSON.parse(Buffer.from(bytes).toString())).result
}
