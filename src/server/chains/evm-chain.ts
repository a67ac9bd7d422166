import type {
  At,
  NoMultisig,
  ProofEvmChains,
  SignatureQuery,
  SignatureVerdict,
  Unreachable,
} from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { Busy } from './busy.ts'
import type { ReadSafe } from './read-multisig.ts'

/** The kind of code at an address. `eip7702`: a key's address that delegates to a contract's code. */
export type EvmCode = 'none' | 'eip7702' | 'contract'

/** A contract's answer, with the chain's latest block at the time of the answer. */
export type Acceptance = { verdict: 'accepted'; block: EvmBlock } | { verdict: 'refused' }

/** Port to the EVM chains that the operator offers: what a proof asks them, and more. Nothing here throws. */
export interface EvmChains extends ProofEvmChains {
  /** Chain ids, the preferred first. */
  ids: readonly number[]
  codeAt(chainId: number, address: string): Promise<EvmCode | Unreachable>
  /** The same for many addresses in one round trip, in their order. */
  codesAt(
    chainId: number,
    addresses: readonly string[],
  ): Promise<readonly (EvmCode | Unreachable)[]>
  /** ERC-1271 for many queries in one round trip: one verdict for each, in their order. */
  areValidSignatures(
    chainId: number,
    queries: readonly SignatureQuery[],
  ): Promise<readonly (SignatureVerdict | Unreachable)[]>
  /** ERC-1271 with the block at which the contract accepted, in one round trip. */
  readAcceptance(chainId: number, query: SignatureQuery): Promise<Acceptance | Unreachable>
  latestBlock(chainId: number): Promise<EvmBlock | Unreachable>
  /** Reads everything about the Safe at this address in one round trip. */
  readSafe(
    chainId: number,
    address: string,
    at?: At<EvmBlock>,
  ): Promise<ReadSafe | NoMultisig | Unreachable>
}

/** The chains as one member may query them. */
export type ExclusiveEvmChains = {
  [Query in 'codeAt' | 'readAcceptance']: (
    ...asked: Parameters<EvmChains[Query]>
  ) => Promise<Awaited<ReturnType<EvmChains[Query]>> | Busy>
}
