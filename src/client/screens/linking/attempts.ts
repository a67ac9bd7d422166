import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import {
  type AttemptParts,
  type AttemptsDeps,
  closeChooser,
  findWallets,
  createWalletEvents,
} from './attempt-parts.ts'
import { createAttemptView, type ShownAttempt } from './attempt-view.ts'
import {
  createProofSubmitter,
  submitAnswer,
  requestSignature,
  subscribeToWallet,
  walletOpened,
} from './subscribe-to-wallet.ts'
import { resumeAttempt, takeUp } from './resume-attempt.ts'
import { watchAttempt } from './watch-attempt.ts'
import { needsText } from './submission.ts'

/** Linking a wallet, from the opening of a wallet to the outcome. */
export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(deps: AttemptsDeps) {
  const { api, memory, now } = deps
  const walletEvents = createWalletEvents()
  const view = createAttemptView((end, attempt) => {
    // If a list of wallets was still open, show on the attempt's screen how it ended.
    if (closeChooser(parts, attempt)) deps.onUnderWay(attempt.id)
    release(attempt)
    if (end === 'linked') deps.opened.noteProver(attempt)
    deps.onEnd(end, attempt.family)
  })
  const parts: AttemptParts = {
    deps,
    view,
    walletEvents,
    submitter: createProofSubmitter({ ...deps, view }),
  }

  /** The wallet is no longer needed. */
  function release(attempt: Attempt): void {
    walletEvents.close()
    memory.forget(attempt)
  }

  /** A wallet, or the list of wallets, is about to be opened for this attempt. */
  function follow(attempt: Attempt): void {
    view.start(attempt, now())
    subscribeToWallet(parts, attempt)
  }

  /** A wallet has been opened, whether or not we know which. */
  function opened(attempt: Attempt): void {
    walletOpened(parts, attempt.id, findWallets(parts, attempt)?.walletApp.get() ?? null)
  }

  return {
    state: view.state,
    follow,
    opened,
    /** Shows an attempt after a reload, or from another device, and resumes its pending connection. */
    resume: (id: string): Promise<void> => resumeAttempt(parts, id),
    /** Polls the server until the returned function is called. */
    watch: (): (() => void) => watch(parts),
    /** Reopens the wallet. Call inside the tap. */
    reopen: (): void => reopenWallet(parts),
    /** Goes on with one of the accounts that the connected wallet offers. */
    chooseAccount: (account: EvmAccount): void => deps.wallets.evm?.chooseAccount(account),
    /**
     * Asks the wallet to sign the attempt's message: the step that `awaiting-signature` waits for, or the text that
     * {@link Attempts.canOfferText} offers. Call inside the tap. A repeated call makes the wallet show the same request.
     */
    sign: (): void => askToSign(parts),
    /**
     * An owner's account of the wallet that is connected already answers for this attempt, and is asked to sign. Where that
     * takes longer than a tap counts, one more tap opens the wallet. Call inside the tap.
     */
    async signAs(attempt: Attempt, account: EvmAccount): Promise<void> {
      deps.opened.start(attempt, [account.address])
      follow(attempt)
      opened(attempt)
      await submitAnswer(parts, attempt, { kind: 'account', account })
      if (deps.hasGesture()) openAsked(parts, attempt)
    },
    /** Whether the connected TON wallet can sign a text that would strengthen, or move, what it has proven. */
    canOfferText: (attempt: Attempt): boolean => canOfferText(parts, attempt),
    /** Whether this device runs it. */
    isOfThisDevice: ({ id, family }: Pick<Attempt, 'id' | 'family'>): boolean =>
      memory.id(family) === id,
    /** Uses the next wallet chosen here for this attempt of another device, as long as the attempt's nonce is unused. */
    adopt: (attempt: Attempt): void => memory.keep(attempt, 'made'),
    /** Cancels the wallet but not the attempt: another wallet can answer it. */
    letWalletGo: (): void => void letWalletGo(parts),
    async cancel(): Promise<void> {
      const attempt = letWalletGo(parts)
      if (attempt === null) return
      memory.forget(attempt)
      // An attempt that cannot be cancelled now expires automatically.
      await api.call(cancelAttempt, { id: attempt.id }).catch(() => undefined)
    },
  }
}

function watch(parts: AttemptParts): () => void {
  const { deps, view, submitter } = parts
  return watchAttempt({
    ...deps,
    view,
    isBusy: () => submitter.isBusy(),
    onFound: (attempt) => takeUp(parts, attempt),
  })
}

/** Cancels the wallet of the attempt on the screen, if it was opened from here, and returns the attempt. */
function letWalletGo(parts: AttemptParts): Attempt | null {
  const { deps, view, walletEvents, submitter } = parts
  const shown = view.state.get()
  walletEvents.close()
  submitter.abandon()
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

/** Asks the wallet to sign the attempt's message, and opens it. */
function askToSign(parts: AttemptParts): void {
  const shown = parts.view.state.get()
  if (shown.status !== 'shown' || !canAsk(parts, shown)) return
  const { attempt } = shown
  subscribeToWallet(parts, attempt)
  requestSignature(parts, shown)
  openAsked(parts, attempt)
}

/** Opens the wallet that has been asked to sign, unless it has already said that it cannot. */
function openAsked(parts: AttemptParts, attempt: Attempt): void {
  const isAsked = (parts.view.live(attempt.id)?.signAskedAt ?? null) !== null
  if (isAsked) findWallets(parts, attempt)?.reopen()
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
