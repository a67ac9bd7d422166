import type { Attempt } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import type { Api } from '../../../api/call.ts'
import type { WalletConnector, WalletConnectors } from '../../../wallets/wallet-connector.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import type { AttemptEnd, AttemptView } from './attempt-view.ts'
import type { ProofSubmitter } from './proof-submitter.ts'
import type { WalletEvents } from './wallet-events.ts'

export type AttemptsDeps = {
  api: Api
  wallets: WalletConnectors
  memory: AttemptMemory
  now: () => number
  isVisible: () => boolean
  /** The member has returned, or the connection has. */
  onReturn: (listener: () => void) => () => void
  /** A wallet has been opened, or has answered: the attempt's screen must be shown. */
  onUnderWay: (id: string) => void
  onEnd: (end: AttemptEnd, family: Family) => void
}

/** The parts that follow an attempt. */
export type AttemptParts = {
  deps: AttemptsDeps
  view: AttemptView
  submitter: ProofSubmitter
  walletEvents: WalletEvents
}

/** Closes the library's list of wallets; returns whether it was open. */
export function closeChooser(parts: Pick<AttemptParts, 'deps'>, attempt: Attempt): boolean {
  const wallets = findWallets(parts, attempt)
  if (wallets === null || !wallets.chooserOpen.get()) return false
  wallets.closeChooser()
  return true
}

export function findWallets(
  { deps }: Pick<AttemptParts, 'deps'>,
  { family }: Pick<Attempt, 'family'>,
): WalletConnector | null {
  return deps.wallets[family]
}
