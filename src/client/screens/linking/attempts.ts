import type { ReadableAtom } from 'nanostores'
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
import { type AttemptViewState, createAttemptView, type ShownAttempt } from './attempt-view.ts'
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
  /** Goes on with one of the accounts that the connected wallet offers. */
  chooseAccount(account: EvmAccount): void
  /**
   * Asks the wallet to sign the attempt's message: the step that `awaiting-signature` waits for, or the text that
   * {@link Attempts.canOfferText} offers. Call inside the tap. A repeated call makes the wallet show the same request.
   */
  sign(): void
  /**
   * An owner's account of the wallet that is connected already answers for this attempt, and is asked to sign. Where that
   * takes longer than a tap counts, one more tap opens the wallet. Call inside the tap.
   */
  signAs(attempt: Attempt, account: EvmAccount): Promise<void>
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

  function follow(attempt: Attempt): void {
    view.start(attempt, now())
    subscribeToWallet(parts, attempt)
  }

  function opened(attempt: Attempt): void {
    walletOpened(parts, attempt.id, findWallets(parts, attempt)?.walletApp.get() ?? null)
  }

  return {
    state: view.state,
    follow,
    opened,
    resume: (id) => resumeAttempt(parts, id),
    watch: () =>
      watchAttempt({
        ...deps,
        view,
        isBusy: () => parts.submitter.isBusy(),
        onFound: (attempt) => takeUp(parts, attempt),
      }),
    reopen: () => reopenWallet(parts),
    chooseAccount: (account) => deps.wallets.evm?.chooseAccount(account),
    sign: () => askToSign(parts),
    async signAs(attempt, account) {
      deps.opened.start(attempt, [account.address])
      follow(attempt)
      opened(attempt)
      await submitAnswer(parts, attempt, { kind: 'account', account })
      if (deps.hasGesture()) openAsked(parts, attempt)
    },
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
