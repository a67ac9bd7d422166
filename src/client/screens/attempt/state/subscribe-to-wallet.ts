import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { WalletAnswer, WalletApp } from '../../../wallets/wallet-connector.ts'
import { type AttemptParts, closeChooser, findWallets } from './attempt-parts.ts'
import { outlives } from './attempt-view.ts'
import { submitProof } from './submit-proof.ts'
import { needsAccount } from './submission.ts'
import { awaitingWallet, giveUp, reportProgress } from './report-progress.ts'

/** From now on the wallets' answers count for this attempt. */
export function subscribeToWallet(parts: AttemptParts, attempt: Attempt): void {
  const wallets = findWallets(parts, attempt)
  if (wallets === null) return
  parts.walletEvents.open(wallets, {
    onOpened: (app) => walletOpened(parts, attempt.id, app),
    onAnswer: (answer) => walletAnswered(parts, attempt.id, answer),
  })
}

export function walletOpened(parts: AttemptParts, id: string, app: WalletApp | null): void {
  const { deps, view } = parts
  const shown = view.live(id)
  // Otherwise the wallet is already known, and was opened to sign.
  if (shown === null || !needsAccount(shown.attempt)) return
  deps.memory.keep(shown.attempt, 'opened')
  view.change(id, { openedAt: deps.now() })
  deps.onUnderWay(id)
  void reportProgress(parts, id, awaitingWallet(app))
}

function walletAnswered(parts: AttemptParts, id: string, answer: WalletAnswer): void {
  const { deps, view } = parts
  const shown = view.live(id)
  if (shown === null) return
  closeChooser(parts, shown.attempt)
  deps.onUnderWay(id)
  if (answer.kind === 'failure') return walletFailed(parts, shown.attempt, answer.code)
  deps.memory.keep(shown.attempt, 'opened')
  void submitProof(parts, shown.attempt, answer)
}

function walletFailed(parts: AttemptParts, attempt: Attempt, code: ProblemCode): void {
  if (outlives(attempt, code)) parts.view.fail(attempt.id, code)
  else giveUp(parts, attempt.id, code)
}
