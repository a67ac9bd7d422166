import type { Log } from '../log/log.ts'
import type { AnswerDeps } from '../requests/membership.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs } from '../store/stored.ts'
import type { EvmChains } from '../verify/evm-chain.ts'

/** Dependencies for linking a multisig after its owners have confirmed. */
export type LinkDeps = AnswerDeps & {
  store: Pick<
    Store,
    'findCosigning' | 'completeCosigning' | 'noteProblem' | 'noteAcceptance' | 'findAttempt'
  >
  evmChains: EvmChains | null
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}
