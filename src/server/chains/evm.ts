import type { At, Unreachable } from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { EvmChains, EvmCode } from './evm-chain.ts'
import {
  readBlock,
  type BlockTag,
  type RpcCall,
  type EvmChain,
  createChain,
} from './evm/json-rpc.ts'
import { isDelegation, readSafe, safeCalls } from './evm/read-safe.ts'
import type { RpcUrls } from './evm/public-endpoints.ts'
import { probeCall, readProbe } from './evm/signature-probe.ts'

export type EvmChainsOptions = {
  /** The preferred first. */
  chains: readonly { id: number; rpcUrls: RpcUrls }[]
  fetch: typeof globalThis.fetch
  /** How long one query may take, in milliseconds, over all endpoints of its chain. @default 5000 */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 5_000
/** With the hashes of its transactions, because no common call gives less. */
const LATEST_BLOCK: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }
/** Pause before the one retry of a query at a block, in milliseconds. */
const RETRY_DELAY_MS = 300

/** The EVM chains as their JSON-RPC endpoints show them. Any malformed answer counts as `unreachable`. */
export function createEvmChains({
  chains,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: EvmChainsOptions): EvmChains {
  const byId: ReadonlyMap<number, EvmChain> = new Map(
    chains.map((chain) => [chain.id, createChain({ ...chain, fetch, timeoutMs })]),
  )
  const chainOf = (chainId: number) => byId.get(chainId) ?? NO_CHAIN
  return {
    ids: chains.map(({ id }) => id),
    async codeAt(chainId, address) {
      return (await chainOf(chainId).ask(codeCall(address), readCode)) ?? 'unreachable'
    },
    async codesAt(chainId, addresses) {
      const calls = addresses.map((address) => codeCall(address))
      const codes = await chainOf(chainId).askAll(calls, readEach(readCode))
      return codes ?? addresses.map(() => 'unreachable')
    },
    async isValidSignature(chainId, query, at = 'latest') {
      const chain = chainOf(chainId)
      if (at === 'latest') return (await chain.ask(probeCall(query), readProbe)) ?? 'unreachable'
      const fault = await checkBlock(chain, at)
      if (fault !== null) return fault === 'none' ? 'refused' : fault
      return askAt(chain, at, {
        calls: (tag) => [probeCall(query, tag)],
        read: ([probe]) => readProbe(probe ?? ''),
      })
    },
    async areValidSignatures(chainId, queries) {
      const calls = queries.map((query) => probeCall(query))
      const verdicts = await chainOf(chainId).askAll(calls, readEach(readProbe))
      return verdicts ?? queries.map(() => 'unreachable')
    },
    readAcceptance: (chainId, query, at = 'latest') =>
      askAt(chainOf(chainId), at, {
        calls: (tag) => [codeCall(query.address, tag), probeCall(query, tag)],
        read([code = null, probe], block) {
          const verdict = code === null || code === '0x' ? null : readProbe(probe ?? '')
          return verdict && { verdict, block }
        },
      }),
    async readSafe(chainId, address, at = 'latest') {
      const chain = chainOf(chainId)
      const fault = at === 'latest' ? null : await checkBlock(chain, at)
      if (fault !== null) return fault
      return askAt(chain, at, {
        calls: (tag) => safeCalls(address, tag),
        read(results, block) {
          const read = readSafe({ chainId, address }, results)
          return typeof read === 'object' && read !== null ? { ...read, block } : read
        },
      })
    },
  }
}

/** One that is not offered. */
const NO_CHAIN: EvmChain = {
  ask: () => Promise.resolve(null),
  askAll: () => Promise.resolve(null),
}

/** Of the block of a document, why it cannot be asked about. `none`: its number is not that of its hash. */
async function checkBlock(
  chain: EvmChain,
  { number, hash }: EvmBlock,
): Promise<'none' | Unreachable | null> {
  const byHash: RpcCall = { method: 'eth_getBlockByHash', params: [hash, false] }
  const named = await repeatOnce(() => chain.ask(byHash, readBlock))
  if (named?.hash !== hash) return 'unreachable'
  return named.number === number ? null : 'none'
}

/** A query at one block. */
type BlockQuery<Answer> = {
  calls: (block: BlockTag) => readonly RpcCall[]
  read: (results: readonly (string | null)[], block: EvmBlock) => Answer | null
}

/** Asks at exactly one block. At the latest one, a second try takes the one that is the latest by then. */
async function askAt<Answer>(
  chain: EvmChain,
  at: At<EvmBlock>,
  { calls, read }: BlockQuery<Answer>,
): Promise<Answer | Unreachable> {
  const answer = await repeatOnce(async () => {
    const block = at === 'latest' ? await chain.ask(LATEST_BLOCK, readBlock) : at
    if (block === null) return 'unreachable'
    const asked = calls({ blockHash: block.hash, requireCanonical: true })
    return chain.askAll(asked, (results) => read(results, block))
  })
  return answer ?? 'unreachable'
}

/**
 * The nodes behind one address get a block at different times, and one that does not have it yet gives no answer. So a
 * query about a block is repeated once, a moment later.
 */
async function repeatOnce<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
  const answer = await ask()
  if (answer !== null) return answer
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  return ask()
}

function codeCall(address: string, block: BlockTag = 'latest'): RpcCall {
  return { method: 'eth_getCode', params: [address, block] }
}

/** Reads the results of many calls. An endpoint that gives none that can be read counts as one without an answer. */
function readEach<Answer extends string>(read: (result: string) => Answer | null) {
  return (results: readonly (string | null)[]): readonly (Answer | Unreachable)[] | null => {
    const answers = results.map((result) => result && read(result))
    return answers.every((answer) => !answer)
      ? null
      : answers.map((answer) => answer || 'unreachable')
  }
}

function readCode(code: string): EvmCode | null {
  if (code === '0x') return 'none'
  if (isDelegation(code)) return 'eip7702'
  return code.length % 2 === 0 ? 'contract' : null
}
