import type { Log } from '../log.ts'
import type { Store, StoredAttempt } from '../store/store.ts'
import type { EpochMs, StoredWallet } from '../store/stored.ts'
import type { EvmChains } from '../verify/evm-chain.ts'

/** What it takes to link a multisig for which its owners have confirmed. */
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
  /** Answers the attempt's request with the wallet, if it takes members of a chat only: the store answers the others. */
  answerAsMember: (attempt: StoredAttempt, wallet: StoredWallet) => Promise<void>
}
