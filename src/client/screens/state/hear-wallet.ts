import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { WalletAnswer, WalletApp } from '../../wallets/wallet-connector.ts'
import { type AttemptParts, closeChooser, walletsOf } from './attempt-parts.ts'
import { outlives } from './attempt-view.ts'
import { bringDelivery } from './bring-delivery.ts'
import { lacksAccount } from './delivery.ts'
import { awaitingWallet, giveUp, tellProgress } from './tell-progress.ts'

/** From now on the wallets' answers are for this attempt. */
export function hearWallet(parts: AttemptParts, attempt: Attempt): void {
  const wallets = walletsOf(parts, attempt)
  if (wallets === null) return
  parts.ear.open(wallets, {
    onOpened: (app) => walletOpened(parts, attempt.id, app),
    onAnswer: (answer) => walletAnswered(parts, attempt.id, answer),
  })
}

export function walletOpened(parts: AttemptParts, id: string, app: WalletApp | null): void {
  const { deps, view } = parts
  const shown = view.live(id)
  // From here on the wallet is known, and was opened to sign.
  if (shown === null || !lacksAccount(shown.attempt)) return
  deps.memory.keep(shown.attempt, 'opened')
  view.change(id, { openedAt: deps.now() })
  deps.onUnderWay(id)
  void tellProgress(parts, id, awaitingWallet(app))
}

function walletAnswered(parts: AttemptParts, id: string, answer: WalletAnswer): void {
  const { deps, view } = parts
  const shown = view.live(id)
  if (shown === null) return
  closeChooser(parts, shown.attempt)
  deps.onUnderWay(id)
  if (answer.kind === 'failure') return walletFailed(parts, shown.attempt, answer.code)
  deps.memory.keep(shown.attempt, 'opened')
  void bringDelivery(parts, shown.attempt, answer)
}

function walletFailed(parts: AttemptParts, attempt: Attempt, code: ProblemCode): void {
  if (outlives(attempt, code)) parts.view.fail(attempt.id, code)
  else giveUp(parts, attempt.id, code)
}
