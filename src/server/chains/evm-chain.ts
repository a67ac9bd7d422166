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

/** A contract's answer, and the block at which it gave it. */
type Acceptance = { verdict: SignatureVerdict; block: EvmBlock }

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
  /**
   * ERC-1271, asked of an account that has just been seen to be a contract. A node that shows none there is behind its
   * chain, so that it gives no verdict.
   *
   * @param at @default 'latest'
   */
  readAcceptance(
    chainId: number,
    query: SignatureQuery,
    at?: At<EvmBlock>,
  ): Promise<Acceptance | Unreachable>
  /** Reads everything about the Safe at this address, at one block, which the reading names. */
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
