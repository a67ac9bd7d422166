import { callEndpoint, type RpcCall, type RpcLine } from './call-endpoint.ts'
import { isChainId } from './is-chain-id.ts'
import type { RpcUrls } from './public-endpoints.ts'

type ChainOptions = {
  id: number
  rpcUrls: RpcUrls
  fetch: typeof globalThis.fetch
  /** For one question, all endpoints together, in milliseconds. */
  timeoutMs: number
}

/** Asks one chain; null where none of its endpoints has an answer that can be read. Never rejects. */
export type AskChain = <Answer>(
  call: RpcCall,
  read: (result: string) => Answer | null,
) => Promise<Answer | null>

/**
 * One chain behind its endpoints, asked in their order until one answers. Each has the same share of the
 * time, so that a silent one leaves the next enough. An endpoint of another chain never counts: whether it
 * is of this one is asked before its first answer is, and remembered once it has said so.
 */
export function createChain({ id, rpcUrls, fetch, timeoutMs }: ChainOptions): AskChain {
  const endpoints = rpcUrls.map((url) => createEndpoint(url, id))
  const shareMs = Math.floor(timeoutMs / endpoints.length)
  return async (call, read) => {
    for (const endpoint of endpoints) {
      const line = { fetch, signal: AbortSignal.timeout(shareMs) }
      const result = await endpoint(line, call)
      const answer = result === null ? null : read(result)
      if (answer !== null) return answer
    }
    return null
  }
}

type Line = Omit<RpcLine, 'url'>

function createEndpoint(url: string, chainId: number) {
  let confirmed: Promise<boolean> | null = null

  /** Asked once by however many at once; again after anything but a yes. */
  async function isOfChain(line: Line): Promise<boolean> {
    confirmed ??= askChainId({ ...line, url }, chainId)
    const isOurs = await confirmed
    if (!isOurs) confirmed = null
    return isOurs
  }

  return async (line: Line, call: RpcCall): Promise<string | null> =>
    (await isOfChain(line)) ? callEndpoint({ ...line, url }, call) : null
}

async function askChainId(line: RpcLine, wanted: number): Promise<boolean> {
  const id = await callEndpoint(line, { method: 'eth_chainId', params: [] })
  return id !== null && isChainId(id, wanted)
}
