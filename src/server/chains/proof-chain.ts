import * as v from 'valibot'
import type { At, ProofChain, ReadOwners, Unanswered } from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { NoMultisig, ReadMultisig } from './read-multisig.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { readBlock, type BlockTag, type RpcCall, createChain } from './evm/json-rpc.ts'
import { readSafe, safeCalls } from './evm/read-safe.ts'
import { probeCall, readProbe } from './evm/signature-probe.ts'
import { getFromToncenter, ToncenterError, type ToncenterLine } from './toncenter/call-toncenter.ts'
import { PUBLISHED_MULTISIGS, readMultisig } from './toncenter/read-multisig.ts'
import { readAccountKey } from './toncenter/read-account.ts'
import { MASTERCHAIN_PATH, readNetwork } from './toncenter/read-network.ts'

type ProofChainOptions = {
  /** A JSON-RPC endpoint of the document's chain that still has the state of old blocks; null: EVM chains are not asked. */
  evmRpcUrl: string | null
  /** A toncenter API, asked without a key: `https://toncenter.com`; null: TON is not asked. */
  tonApiUrl: string | null
  /** Hashes of the code that a genuine TON multisig runs, in hex. @default the published ones */
  multisigCodes?: readonly string[]
  fetch: typeof globalThis.fetch
  /** How long one query may take, in milliseconds. @default 10000 */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000

/** The chains that a verifier asks, at the blocks that a document names and at the latest ones. */
export function createProofChain(options: ProofChainOptions): ProofChain {
  return { ...createEvmProofChain(options), ...createTonProofChain(options) }
}

/** A query at one block. */
type EvmQuery<Answer> = {
  calls: (block: BlockTag) => readonly RpcCall[]
  read: (results: readonly (string | null)[]) => Answer | null
}

function createEvmProofChain({
  evmRpcUrl,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: ProofChainOptions): Pick<ProofChain, 'acceptsSignature' | 'readSafe'> {
  /** Null for a block whose number is not that of its hash. */
  async function ask<Answer>(
    { chainId, at }: { chainId: number; at: At<EvmBlock> },
    { calls, read }: EvmQuery<Answer>,
  ): Promise<Answer | null | Unanswered> {
    if (evmRpcUrl === null) return 'unanswered'
    const chain = createChain({ id: chainId, rpcUrls: [evmRpcUrl], fetch, timeoutMs })
    if (at === 'latest') return (await chain.askAll(calls(at), read)) ?? 'unanswered'
    const named = await chain.ask(
      { method: 'eth_getBlockByHash', params: [at.hash, false] },
      readBlock,
    )
    if (named?.hash !== at.hash) return 'unanswered'
    if (named.number !== at.number) return null
    const block = { blockHash: at.hash, requireCanonical: true } as const
    return (await chain.askAll(calls(block), read)) ?? 'unanswered'
  }

  return {
    async acceptsSignature({ chainId, at, ...question }) {
      const answer = await ask(
        { chainId, at },
        {
          calls: (block) => [probeCall(question, block)],
          read: ([probe = null]) => probe && readProbe(probe),
        },
      )
      return answer === 'unanswered' ? answer : answer === 'accepted'
    },
    async readSafe({ chainId, address, at }) {
      const answer = await ask(
        { chainId, at },
        {
          calls: (block) => safeCalls(address, block),
          read: (results) => readSafe({ chainId, address }, results),
        },
      )
      return answer === 'unanswered' ? answer : toOwners(answer ?? 'none')
    },
  }
}

function toOwners(read: ReadMultisig | NoMultisig): ReadOwners {
  return typeof read === 'string' ? 'none' : { owners: read.owners, threshold: read.threshold }
}

function createTonProofChain({
  tonApiUrl,
  multisigCodes = PUBLISHED_MULTISIGS,
  fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: ProofChainOptions): Pick<ProofChain, 'readTonKey' | 'readTonMultisig'> {
  async function ask<Answer>(
    network: TonNetwork,
    query: (line: ToncenterLine) => Promise<Answer>,
  ): Promise<Answer | Unanswered> {
    if (tonApiUrl === null) return 'unanswered'
    const line = { apiUrl: tonApiUrl.replace(/\/+$/, ''), apiKey: null, fetch, timeoutMs }
    try {
      const answering = readNetwork(await getFromToncenter(MASTERCHAIN_PATH, v.unknown(), line))
      return answering === null || answering === network ? await query(line) : 'unanswered'
    } catch (error) {
      if (error instanceof ToncenterError) return 'unanswered'
      throw error
    }
  }

  return {
    async readTonKey({ network, address, at }) {
      const key = await ask(network, (line) => readAccountKey(atBlock(address, at), line))
      if (key === 'unanswered') return key
      if (key.status === 'active') return { publicKey: Buffer.from(key.publicKey).toString('hex') }
      return key.status === 'inactive' ? 'not-deployed' : 'no-key'
    },
    async readTonMultisig({ network, address, at }) {
      const codes = new Set(multisigCodes)
      const read = await ask(network, (line) =>
        readMultisig({ network, ...atBlock(address, at) }, codes, line),
      )
      return read === 'unanswered' ? read : toOwners(read)
    },
  }
}

function atBlock(address: string, at: At<number>): { address: string; seqno?: number } {
  return at === 'latest' ? { address } : { address, seqno: at }
}
