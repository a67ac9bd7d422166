import { callBatch, callEndpoint, type RpcCall, type RpcLine } from './call-endpoint.ts'
import { isChainId } from './is-chain-id.ts'
import type { RpcUrls } from './public-endpoints.ts'

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
