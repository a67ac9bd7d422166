import { callBatch, callEndpoint, type RpcCall, type RpcLine } from './call-endpoint.ts'
import { isChainId } from './is-chain-id.ts'
import type { RpcUrls } from './public-endpoints.ts'

type ChainOptions = {
  id: number
  rpcUrls: RpcUrls
  fetch: typeof globalThis.fetch
  /** For one question, all endpoints together, in milliseconds. */
  timeoutMs: number
}

/** One chain. Answers null where none of its endpoints has an answer that can be read. Never rejects. */
export type Chain = {
  ask<Answer>(call: RpcCall, read: (result: string) => Answer | null): Promise<Answer | null>
  /** Several calls in one round trip; those that came to nothing are null to `read`. */
  askAll<Answer>(
    calls: readonly RpcCall[],
    read: (results: readonly (string | null)[]) => Answer | null,
  ): Promise<Answer | null>
}

/**
 * One chain behind its endpoints, asked in their order until one answers. Each has the same share of the
 * time, so that a silent one leaves the next enough. An endpoint of another chain never counts: whether it
 * is of this one is asked before its first answer is, and remembered once it has said so.
 */
export function createChain({ id, rpcUrls, fetch, timeoutMs }: ChainOptions): Chain {
  const endpoints = rpcUrls.map((url) => createEndpoint(url, id))
  const shareMs = Math.floor(timeoutMs / endpoints.length)

  async function askEach<Answer>(
    ask: (endpoint: Endpoint, line: Line) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    for (const endpoint of endpoints) {
      const answer = await ask(endpoint, { fetch, signal: AbortSignal.timeout(shareMs) })
      if (answer !== null) return answer
    }
    return null
  }

  return {
    ask: (call, read) =>
      askEach(async (endpoint, line) => {
        const result = await endpoint.call(line, call)
        return result === null ? null : read(result)
      }),
    askAll: (calls, read) =>
      askEach(async (endpoint, line) => {
        const results = await endpoint.callAll(line, calls)
        return results === null ? null : read(results)
      }),
  }
}

type Line = Omit<RpcLine, 'url'>
type Results = readonly (string | null)[]
type Endpoint = {
  call(line: Line, call: RpcCall): Promise<string | null>
  callAll(line: Line, calls: readonly RpcCall[]): Promise<Results | null>
}

const ASK_CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }

function createEndpoint(url: string, chainId: number): Endpoint {
  let confirmed: Promise<boolean> | null = null
  let takesBatches = true

  /** Asked once by however many at once; again after anything but a yes. */
  async function isOfChain(line: Line): Promise<boolean> {
    confirmed ??= askChainId({ ...line, url }, chainId)
    const isOurs = await confirmed
    if (!isOurs) confirmed = null
    return isOurs
  }

  /** The chain's id is asked along: a batch needs no round trip before it. */
  async function callAll(line: Line, calls: readonly RpcCall[]): Promise<Results | null> {
    const [id, ...results] = await askAtOnce({ ...line, url }, [ASK_CHAIN_ID, ...calls])
    return typeof id === 'string' && isChainId(id, chainId) ? results : null
  }

  /** Whoever answers single calls, and takes no batches, is asked singly from then on. */
  async function askAtOnce(line: RpcLine, calls: readonly RpcCall[]): Promise<Results> {
    const batch = takesBatches ? await callBatch(line, calls) : NO_BATCH
    if (batch.kind === 'silent') return []
    if (batch.kind === 'results' && batch.results[0] !== null) return batch.results
    const results = await Promise.all(calls.map((call) => callEndpoint(line, call)))
    if (takesBatches && typeof results[0] === 'string') {
      takesBatches = await answersTogether(line, calls.length)
    }
    return results
  }

  return {
    callAll,
    call: async (line, call) =>
      (await isOfChain(line)) ? callEndpoint({ ...line, url }, call) : null,
  }
}

const NO_BATCH = { kind: 'no-batch' } as const

/**
 * Whether it answers as many calls in one request. No contract has a say in these: one that answers at great length, or
 * takes its time, fails its own batch alone.
 */
async function answersTogether(line: RpcLine, count: number): Promise<boolean> {
  const batch = await callBatch(
    line,
    Array.from({ length: count }, () => ASK_CHAIN_ID),
  )
  return batch.kind !== 'no-batch' && (batch.kind === 'silent' || !batch.results.includes(null))
}

async function askChainId(line: RpcLine, wanted: number): Promise<boolean> {
  const id = await callEndpoint(line, ASK_CHAIN_ID)
  return id !== null && isChainId(id, wanted)
}
