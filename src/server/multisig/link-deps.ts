import type { Log } from '../log/log.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs, StoredWallet } from '../store/stored.ts'
import type { EvmChains } from '../verify/evm-chain.ts'

/** Dependencies for linking a multisig after its owners have confirmed. */
export type LinkDeps = {
  store: Pick<
    Store,
    'findCosigning' | 'completeCosigning' | 'noteProblem' | 'noteAcceptance' | 'findAttempt'
  >
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
  /**
   * Answers the attempt's request with the wallet if only members of a chat may answer it. The store answers the
   * others.
   */
  answerAsMember: (attempt: StoredAttempt, wallet: StoredWallet) => Promise<void>
}
