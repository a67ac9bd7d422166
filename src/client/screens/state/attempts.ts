import type { ReadableAtom } from 'nanostores'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { askToSign, canOfferText, reopenWallet } from './ask-wallet.ts'
import { type AttemptParts, type AttemptsDeps, closeChooser, findWallets } from './attempt-parts.ts'
import { type AttemptViewState, createAttemptView } from './attempt-view.ts'
import { subscribeToWallet, walletOpened } from './subscribe-to-wallet.ts'
import { createProofSubmitter } from './proof-submitter.ts'
import { resumeAttempt, takeUp } from './resume-attempt.ts'
import { createWalletEvents } from './wallet-events.ts'
import { watchAttempt } from './watch-attempt.ts'

/** Linking a wallet, from the moment that a wallet is opened to the outcome. */
export type Attempts = {
  state: ReadableAtom<AttemptViewState>
  /** A wallet, or the list of wallets, is about to be opened for this attempt. */
  follow(attempt: Attempt): void
  /** A wallet has been opened, whether or not it says which. */
  opened(attempt: Attempt): void
  /** Shows an attempt after a reload, or of another device, and picks its pending connection up. */
  resume(id: string): Promise<void>
  /** Asks the server regularly until the returned function is called. */
  watch(): () => void
  /** Opens the wallet once more. Call inside the tap. */
  reopen(): void
  /**
   * Asks the wallet to sign the attempt's message: the step that `awaiting-signature` waits for, or the text that
   * {@link Attempts.canOfferText} tells of. Call inside the tap. Asked again, the wallet shows the same request again.
   */
  sign(): void
  /** Whether the connected TON wallet can sign a text that would strengthen, or move, what it has proven. */
  canOfferText(attempt: Attempt): boolean
  /** Whether this device is in the middle of it. */
  isOfThisDevice(attempt: Pick<Attempt, 'id' | 'family'>): boolean
  /** A wallet that is chosen here next is for this attempt, which another device has begun, as long as its nonce is unused. */
  adopt(attempt: Attempt): void
  /** Gives the wallet up but not the attempt: another wallet can answer it. */
  letWalletGo(): void
  cancel(): Promise<void>
}

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { api, memory, now } = deps
  const walletEvents = createWalletEvents()
  const view = createAttemptView((end, attempt) => {
    // Where a wallet was still being chosen, its screen shows how the attempt ended.
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

  /** Nothing more is expected from the wallet. */
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
      // An attempt that cannot be cancelled now expires by itself.
      await api.call(cancelAttempt, { id: attempt.id }).catch(() => undefined)
    },
  }
}

/** Gives up the wallet of the attempt on the screen, if it was opened from here, and returns the attempt. */
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
