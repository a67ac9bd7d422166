import type { EvmMultisigAddress, TonMultisigAddress } from './multisig-address.ts'
import type { StoredMultisig } from '../store/stored.ts'

/** What came of looking for multisigs. */
export type Recognition = {
  found: readonly StoredMultisig[]
  /** Chains (CAIP-2, or TON's network) that gave no answer in time: there may be more. */
  unreachable: readonly string[]
  /** Whether something answered like a multisig without being a published one. */
  hasLookalike: boolean
  /** Whether there is somebody to ask which multisigs a key signs for; if not, an address must be given. */
  canList: boolean
}

/** Finds multisigs on the chains, keeps what was found, and judges the links to them. Nothing here throws but the store. */
export interface Multisigs {
  /** What is at an address: on one chain, or on every chain at once within `RECOGNITION_BUDGET_MS`. */
  at(location: TonMultisigAddress | EvmMultisigAddress): Promise<Recognition>
  /** The multisigs of which this key is an owner now: those that are listed, and those that we know of. */
  findBySigner(key: TonMultisigAddress | { family: 'evm'; address: string }): Promise<Recognition>
  /**
   * The multisig as the chain shows it now, if the last reading is older than that; as it was where the chain does not
   * answer within `RECOGNITION_BUDGET_MS`. A new reading judges the links: those that do not hold any more are stale, and those concerned are told.
   */
  refresh(multisig: StoredMultisig, maxAgeMs: number): Promise<Refreshed>
  /**
   * Asks the chain now, and waits as long as that may take: for who the owners are, where nothing older will do. The
   * links are judged by it, too, maybe later.
   */
  readNow(multisig: StoredMultisig): Promise<Refreshed>
}

/**
 * A multisig as far as it is known. `current`: the reading is as young as was asked for · `gone`: its chain shows no such
 * multisig any more · `unreachable`: its chain has not answered, so that this is how it was.
 */
export type Refreshed = { multisig: StoredMultisig; state: 'current' | 'gone' | 'unreachable' }
