import type { ReadableAtom } from 'nanostores'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import {
  type AttemptParts,
  type AttemptsDeps,
  closeChooser,
  findWallets,
  createWalletEvents,
} from './attempt-parts.ts'
import { type AttemptViewState, createAttemptView, type ShownAttempt } from './attempt-view.ts'
import { subscribeToWallet, walletOpened, createProofSubmitter } from './subscribe-to-wallet.ts'
import { resumeAttempt, takeUp } from './resume-attempt.ts'
import { watchAttempt } from './watch-attempt.ts'
import type { SignRequest } from '../../wallets/wallet-connector.ts'
import { needsText } from './submission.ts'

/** Linking a wallet, from the opening of a wallet to the outcome. */
export type Attempts = {
  state: ReadableAtom<AttemptViewState>
  /** A wallet, or the list of wallets, is about to be opened for this attempt. */
  follow(attempt: Attempt): void
  /** A wallet has been opened, whether or not we know which. */
  opened(attempt: Attempt): void
  /** Shows an attempt after a reload, or from another device, and resumes its pending connection. */
  resume(id: string): Promise<void>
  /** Polls the server until the returned function is called. */
  watch(): () => void
  /** Reopens the wallet. Call inside the tap. */
  reopen(): void
  /**
   * Asks the wallet to sign the attempt's message: the step that `awaiting-signature` waits for, or the text that
   * {@link Attempts.canOfferText} offers. Call inside the tap. A repeated call makes the wallet show the same request.
   */
  sign(): void
  /** Whether the connected TON wallet can sign a text that would strengthen, or move, what it has proven. */
  canOfferText(attempt: Attempt): boolean
  /** Whether this device runs it. */
  isOfThisDevice(attempt: Pick<Attempt, 'id' | 'family'>): boolean
  /** Uses the next wallet chosen here for this attempt of another device, as long as the attempt's nonce is unused. */
  adopt(attempt: Attempt): void
  /** Cancels the wallet but not the attempt: another wallet can answer it. */
  letWalletGo(): void
  cancel(): Promise<void>
}

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { api, memory, now } = deps
  const walletEvents = createWalletEvents()
  const view = createAttemptView((end, attempt) => {
    // If a list of wallets was still open, show on the attempt's screen how it ended.
    if (closeChooser(parts, attempt)) deps.onUnderWay(attempt.id)
    release(attempt)
    deps.onEnd(end, attempt.family)
  })
  const parts: AttemptParts = {
    deps,
    view,
    walletEvents,
    submitter: createProofSubmitter({ api, memory, view }),
  }

  /** The wallet is no longer needed. */
  function release(attempt: Attempt): void {
    walletEvents.close()
    memory.forget(attempt)
  }

  return {
    state: view.state,
    follow(attempt) {
      view.begin(attempt, now())
      subscribeToWallet(parts, attempt)
    },
    opened: (attempt) =>
      walletOpened(parts, attempt.id, findWallets(parts, attempt)?.walletApp.get() ?? null),
    resume: (id) => resumeAttempt(parts, id),
    watch: () =>
      watchAttempt({
        ...deps,
        view,
        isBusy: () => parts.submitter.isBusy(),
        onFound: (attempt) => takeUp(parts, attempt),
      }),
    reopen: () => reopenWallet(parts),
    sign: () => askToSign(parts),
    canOfferText: (attempt) => canOfferText(parts, attempt),
    isOfThisDevice: ({ id, family }) => memory.id(family) === id,
    adopt: (attempt) => memory.keep(attempt, 'made'),
    letWalletGo: () => void letWalletGo(parts),
    async cancel() {
      const attempt = letWalletGo(parts)
      if (attempt === null) return
      memory.forget(attempt)
      // An attempt that cannot be cancelled now expires automatically.
      await api.call(cancelAttempt, { id: attempt.id }).catch(() => undefined)
    },
  }
}

/** Cancels the wallet of the attempt on the screen, if it was opened from here, and returns the attempt. */
function letWalletGo(parts: AttemptParts): Attempt | null {
  const { deps, view, walletEvents } = parts
  const shown = view.state.get()
  walletEvents.close()
  view.replace({ status: 'none' })
  if (shown.status !== 'shown') return null
  deps.memory.dropSubmission(shown.attempt.id)
  if (!shown.isElsewhere) findWallets(parts, shown.attempt)?.cancel()
  return shown.attempt
}

/** Reopens the wallet for its pending request. */
function reopenWallet(parts: AttemptParts): void {
  const { view, deps } = parts
  const shown = view.state.get()
  if (shown.status !== 'shown') return
  findWallets(parts, shown.attempt)?.reopen()
  const openedAt = deps.now()
  const signAskedAt = shown.signAskedAt === null ? null : openedAt
  view.change(shown.attempt.id, { openedAt, signAskedAt })
}

/** Asks the wallet to sign the attempt's message. */
function askToSign(parts: AttemptParts): void {
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
function canOfferText({ deps }: AttemptParts, attempt: Attempt): boolean {
  const isDemanded = attempt.state === 'awaiting-signature'
  const { ton } = deps.wallets
  if (isDemanded || !needsText(attempt) || !ton.canSign()) return false
  // The wallet connected here has nothing to do with a link that another device made.
  const connected = ton.deviceWallet.get()
  if (attempt.wallet === null || connected.status !== 'connected') return true
  return connected.address === attempt.wallet.address
}
