import type { NoMultisig, Unreachable } from '#proof/chain.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { EvmMultisigAddress, TonMultisigAddress } from './location.ts'
import type { StoredMultisig, StoredSafe } from '../store/database/stored.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'

/** The result of a search for multisigs. */
export type Recognition = {
  found: readonly StoredMultisig[]
  /** Chains (CAIP-2, or TON's network) that gave no answer in time: there may be more. */
  unreachable: readonly string[]
  /** Whether something answered like a multisig without being a published one. */
  hasLookalike: boolean
  /** Whether a service can list the multisigs of a key; if not, the member must give an address. */
  canList: boolean
}

/** Finds multisigs on the chains, stores them, and judges the links to them. Only the store throws here. */
export interface Multisigs {
  /** Looks up an address on one chain, or on every chain in parallel within `RECOGNITION_BUDGET_MS`. */
  at(location: TonMultisigAddress | EvmMultisigAddress): Promise<Recognition>
  /**
   * Reads what is at an address at exactly this block, at which its contract has accepted a signature: of another block,
   * its owners would explain nothing. `unreachable` also where a later block is known, because the node is behind.
   */
  readAt(account: EvmAccount, block: EvmBlock): Promise<StoredSafe | NoMultisig | Unreachable>
  /** The multisigs that have this key as an owner now, from the lists of services and from our store. */
  findBySigner(key: TonMultisigAddress | { family: 'evm'; address: string }): Promise<Recognition>
  /**
   * Reads the multisig from the chain if the last reading is older than `maxAgeMs`. Returns it as it was if the chain
   * does not answer within `RECOGNITION_BUDGET_MS`. After a new reading, links that no longer hold become stale, and
   * the members concerned are notified.
   */
  refresh(multisig: StoredMultisig, maxAgeMs: number): Promise<Refreshed>
  /**
   * Reads the multisig from the chain now, however long that takes, for uses that need the current owners. The links
   * are judged by this reading too, possibly after this call returns.
   */
  readNow(multisig: StoredMultisig): Promise<Refreshed>
}

/**
 * A multisig as far as it is known. `current`: the reading is as recent as requested · `gone`: its chain no longer
 * shows this multisig · `unreachable`: its chain has not answered, so this is its last known state.
 */
export type Refreshed = { multisig: StoredMultisig; state: 'current' | 'gone' | 'unreachable' }

/**
 * A reading that is at most this old counts as current, in milliseconds, where it links nothing: for lists, and for who
 * may start to confirm.
 */
export const RECENT_MS = 10_000

/** The problem code for a chain that gave no answer. */
export function unreachableCode({ family }: { family: Family }): ProblemCode {
  return family === 'ton' ? 'ton-chain-unreachable' : 'evm-chain-unreachable'
}
