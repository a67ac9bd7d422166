import type { Attempt } from '#shared/attempt.ts'
import type { SignRequest } from '../../../wallets/wallet-connector.ts'
import { type AttemptParts, findWallets } from './attempt-parts.ts'
import type { ShownAttempt } from './attempt-view.ts'
import { needsText } from './submission.ts'
import { subscribeToWallet } from './subscribe-to-wallet.ts'

/** Reopens the wallet for its pending request. */
export function reopenWallet(parts: AttemptParts): void {
  const { view, deps } = parts
  const shown = view.state.get()
  if (shown.status !== 'shown') return
  findWallets(parts, shown.attempt)?.reopen()
  const openedAt = deps.now()
  const signAskedAt = shown.signAskedAt === null ? null : openedAt
  view.change(shown.attempt.id, { openedAt, signAskedAt })
}

/** Asks the wallet to sign the attempt's message. */
export function askToSign(parts: AttemptParts): void {
  const shown = parts.view.state.get()
  if (shown.status !== 'shown' || !canAsk(parts, shown)) return
  const { attempt } = shown
  const request = findSignRequest(attempt)
  if (request === null) return
  parts.view.replace({ ...shown, signAskedAt: parts.deps.now(), setback: null })
  subscribeToWallet(parts, attempt)
  findWallets(parts, attempt)?.sign(request)
}

/** Null as long as there is nothing to sign. */
function findSignRequest(attempt: Attempt): SignRequest | null {
  const { id: attemptId, message, family } = attempt
  if (message === null) return null
  const { account, signsFor } = family === 'evm' ? attempt : { account: null, signsFor: null }
  return { attemptId, message, account, signsFor, expiresAt: Date.parse(attempt.expiresAt) }
}

function canAsk(parts: AttemptParts, { attempt, failure, proof }: ShownAttempt): boolean {
  if (failure !== null || proof !== 'none') return false
  return attempt.state === 'awaiting-signature' || canOfferText(parts, attempt)
}

/** Whether a text would strengthen, or move, what the wallet on this device has proven. */
export function canOfferText({ deps }: AttemptParts, attempt: Attempt): boolean {
  const isDemanded = attempt.state === 'awaiting-signature'
  const { ton } = deps.wallets
  if (isDemanded || !needsText(attempt) || !ton.canSign()) return false
  // The wallet connected here has nothing to do with a link that another device made.
  const connected = ton.deviceWallet.get()
  if (attempt.wallet === null || connected.status !== 'connected') return true
  return connected.address === attempt.wallet.address
}
