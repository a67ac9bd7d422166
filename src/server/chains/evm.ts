import type { At, Unreachable } from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { Acceptance, EvmChains, EvmCode } from './evm-chain.ts'
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

/** The EVM chains as their JSON-RPC endpoints show them. Any malformed answer counts as `unreachable`. */
export function createEvmChains({
  chains,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: EvmChainsOptions): EvmChains {
  const byId: ReadonlyMap<number, EvmChain> = new Map(
    chains.map((chain) => [chain.id, createChain({ ...chain, fetch, timeoutMs })]),
  )
  return {
    ids: chains.map(({ id }) => id),
    async codeAt(chainId, address) {
      return (await byId.get(chainId)?.ask(codeCall(address), readCode)) ?? 'unreachable'
    },
    async codesAt(chainId, addresses) {
      const codes = await byId.get(chainId)?.askAll(addresses.map(codeCall), readEach(readCode))
      return codes ?? addresses.map(() => 'unreachable')
    },
    isValidSignature: (chainId, query, at = 'latest') =>
      askAt(byId.get(chainId), at, {
        calls: (block) => [probeCall(query, block)],
        read: ([probe = null]) => (probe === null ? null : readProbe(probe)),
        withoutBlock: 'refused',
      }),
    async areValidSignatures(chainId, queries) {
      const verdicts = await byId.get(chainId)?.askAll(
        queries.map((query) => probeCall(query)),
        readEach(readProbe),
      )
      return verdicts ?? queries.map(() => 'unreachable')
    },
    async readAcceptance(chainId, query) {
      // The block after the answer: what the contract has just accepted, it hardly refuses one block later.
      const calls = [probeCall(query), LATEST_BLOCK]
      return (await byId.get(chainId)?.askAll(calls, toAcceptance)) ?? 'unreachable'
    },
    async latestBlock(chainId) {
      return (await byId.get(chainId)?.ask(LATEST_BLOCK, readBlock)) ?? 'unreachable'
    },
    readSafe: (chainId, address, at = 'latest') =>
      askAt(byId.get(chainId), at, {
        calls: (block) => safeCalls(address, block),
        read: (results) => readSafe({ chainId, address }, results),
        withoutBlock: 'none',
      }),
  }
}

/** A query at one block. */
type BlockQuery<Answer> = {
  calls: (block: BlockTag) => readonly RpcCall[]
  read: (results: readonly (string | null)[]) => Answer | null
  /** The answer for a block that is none. */
  withoutBlock: Answer
}

async function askAt<Answer>(
  chain: EvmChain | undefined,
  at: At<EvmBlock>,
  { calls, read, withoutBlock }: BlockQuery<Answer>,
): Promise<Answer | Unreachable> {
  if (at === 'latest') return (await chain?.askAll(calls(at), read)) ?? 'unreachable'
  const byHash: RpcCall = { method: 'eth_getBlockByHash', params: [at.hash, false] }
  const named = await chain?.ask(byHash, readBlock)
  if (named?.hash !== at.hash) return 'unreachable'
  if (named.number !== at.number) return withoutBlock
  const block = { blockHash: at.hash, requireCanonical: true } as const
  return (await chain?.askAll(calls(block), read)) ?? 'unreachable'
}

function codeCall(address: string): RpcCall {
  return { method: 'eth_getCode', params: [address, 'latest'] }
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

function toAcceptance([probe = null, latest = null]: readonly (
  | string
  | null
)[]): Acceptance | null {
  const verdict = probe && readProbe(probe)
  const block = latest && readBlock(latest)
  if (verdict === 'refused') return { verdict }
  return verdict && block ? { verdict, block } : null
}

function readCode(code: string): EvmCode | null {
  if (code === '0x') return 'none'
  if (isDelegation(code)) return 'eip7702'
  return code.length % 2 === 0 ? 'contract' : null
}
