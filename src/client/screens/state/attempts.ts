import type { ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { type Attempt, WalletAppSchema } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type {
  WalletAnswer,
  WalletApp,
  WalletConnector,
  WalletConnectors,
} from '../../wallets/wallet-connector.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import {
  type AttemptEnd,
  type AttemptViewState,
  type AttemptView,
  createAttemptView,
  isUnanswered,
  outlives,
  type ShownAttempt,
} from './attempt-view.ts'
import { type Delivery, isDue, lacksAccount, lacksText } from './delivery.ts'
import { createProver, type Prover } from './prover.ts'
import { createWalletEar, type WalletEar } from './wallet-ear.ts'
import { watchAttempt } from './watch-attempt.ts'

/** Linking a wallet, from the moment that a wallet is opened to the outcome. */
export type Attempts = {
  state: ReadableAtom<AttemptViewState>
  /** A wallet, or the list of wallets, is about to be opened for this attempt. */
  follow(attempt: Attempt): void
  /** A wallet has been opened, whether or not it says which. */
  opened(attempt: Attempt): void
  /** Shows an attempt after a reload, and picks its pending connection up. */
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
  /** Gives the wallet up but not the attempt: another wallet can answer it. */
  letWalletGo(): void
  cancel(): Promise<void>
}

export type AttemptsDeps = {
  api: Api
  wallets: WalletConnectors
  memory: AttemptMemory
  now: () => number
  isVisible: () => boolean
  onReturn: (listener: () => void) => () => void
  /** A wallet has been opened, or has answered: the attempt is what to look at. */
  onUnderWay: (id: string) => void
  onEnd: (end: AttemptEnd, family: Family) => void
}

type Parts = { deps: AttemptsDeps; view: AttemptView; prover: Prover; ear: WalletEar }

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { api, memory, now } = deps
  const ear = createWalletEar()
  const view = createAttemptView((end, attempt) => {
    release(attempt)
    deps.onEnd(end, attempt.family)
  })
  const parts: Parts = { deps, view, ear, prover: createProver({ api, memory, view }) }

  /** Nothing more is expected from the wallet. */
  function release(attempt: Attempt): void {
    ear.close()
    memory.forget(attempt)
  }

  /** The attempt on the screen, whose wallet is given up. */
  function giveWalletUp(): Attempt | null {
    const shown = view.state.get()
    ear.close()
    view.replace({ status: 'none' })
    if (shown.status !== 'shown') return null
    memory.dropDelivery(shown.attempt.id)
    walletsOf(parts, shown.attempt)?.cancel()
    return shown.attempt
  }

  return {
    state: view.state,
    follow(attempt) {
      view.begin(attempt, now())
      hear(parts, attempt)
    },
    opened: (attempt) => walletOpened(parts, attempt.id, walletAppOf(parts, attempt)),
    resume: (id) => resume(parts, id),
    watch: () => watchAttempt({ ...deps, view, isBusy: () => parts.prover.isBusy() }),
    reopen: () => reopen(parts),
    sign: () => sign(parts),
    canOfferText: (attempt) => canOfferText(parts, attempt),
    letWalletGo: () => void giveWalletUp(),
    async cancel() {
      const attempt = giveWalletUp()
      if (attempt === null) return
      memory.forget(attempt)
      // An attempt that cannot be cancelled now expires by itself.
      await api.call(cancelAttempt, { id: attempt.id }).catch(() => undefined)
    },
  }
}

function walletsOf({ deps }: Pick<Parts, 'deps'>, { family }: Attempt): WalletConnector | null {
  return deps.wallets[family]
}

function walletAppOf(parts: Parts, attempt: Attempt): WalletApp | null {
  return walletsOf(parts, attempt)?.walletApp.get() ?? null
}

async function resume(parts: Parts, id: string): Promise<void> {
  const { deps, view } = parts
  if (isOnScreen(view.state.get(), id)) return
  view.replace({ status: 'loading', id })
  try {
    takeUp(parts, await deps.api.call(getAttempt, { id }))
  } catch (error) {
    view.replace({ status: 'unavailable', id, code: problemCodeOf(error) })
  }
}

function isOnScreen(state: AttemptViewState, id: string): boolean {
  if (state.status === 'loading') return state.id === id
  return state.status === 'shown' && state.attempt.id === id
}

function takeUp(parts: Parts, attempt: Attempt): void {
  const { memory } = parts.deps
  const delivery = dueDelivery(parts, attempt)
  parts.view.show(attempt, 0)
  if (delivery === null && !isUnanswered(attempt)) {
    memory.forget(attempt)
    return
  }
  memory.keep(attempt, 'opened')
  hear(parts, attempt)
  if (delivery === null) void restore(parts, attempt)
  else void prove(parts, attempt, delivery)
}

function dueDelivery({ deps }: Parts, attempt: Attempt): Delivery | null {
  const delivery = deps.memory.deliveryOf(attempt.id)
  return delivery !== null && isDue(delivery, attempt) ? delivery : null
}

async function restore(parts: Parts, attempt: Attempt): Promise<void> {
  const wallets = walletsOf(parts, attempt)
  // Without the library the screen still offers every other way to go on.
  await wallets?.restore().catch(() => undefined)
  if (wallets?.deviceWallet.get().status === 'connected') refuseMute(parts, attempt.id)
}

/** What the wallet has given goes to the server, also where the attempt is linked already. */
async function prove(parts: Parts, { id, state }: Attempt, delivery: Delivery): Promise<void> {
  const { view, prover } = parts
  const shown = view.state.get()
  if (state === 'linked' && shown.status === 'shown') {
    view.replace({ ...shown, signAskedAt: shown.signAskedAt ?? 0 })
  }
  await prover.prove(id, delivery)
  refuseMute(parts, id)
}

/** Where the owner demands a text, a wallet that signs none leads nowhere. */
function refuseMute(parts: Parts, id: string): void {
  const attempt = parts.view.live(id)?.attempt
  const isDemanded = attempt?.family === 'ton' && attempt.state === 'awaiting-signature'
  if (isDemanded && !parts.deps.wallets.ton.canSign()) giveUp(parts, id, 'ton-text-unsupported')
}

function canOfferText({ deps }: Parts, attempt: Attempt): boolean {
  const isDemanded = attempt.state === 'awaiting-signature'
  return !isDemanded && lacksText(attempt) && deps.wallets.ton.canSign()
}

function reopen(parts: Parts): void {
  const { view, deps } = parts
  const shown = view.state.get()
  if (shown.status !== 'shown') return
  walletsOf(parts, shown.attempt)?.reopen()
  const openedAt = deps.now()
  const signAskedAt = shown.signAskedAt === null ? null : openedAt
  view.change(shown.attempt.id, { openedAt, signAskedAt })
}

function sign(parts: Parts): void {
  const shown = parts.view.state.get()
  if (shown.status !== 'shown' || !canAsk(parts, shown)) return
  const { attempt } = shown
  const { id: attemptId, message } = attempt
  if (message === null) return
  parts.view.replace({ ...shown, signAskedAt: parts.deps.now(), setback: null })
  hear(parts, attempt)
  const account = attempt.family === 'evm' ? attempt.account : null
  walletsOf(parts, attempt)?.sign({ attemptId, message, account })
}

function canAsk(parts: Parts, { attempt, failure, proof }: ShownAttempt): boolean {
  if (failure !== null || proof !== 'none') return false
  return attempt.state === 'awaiting-signature' || canOfferText(parts, attempt)
}

function hear(parts: Parts, attempt: Attempt): void {
  const wallets = walletsOf(parts, attempt)
  if (wallets === null) return
  parts.ear.open(wallets, {
    onOpened: (app) => walletOpened(parts, attempt.id, app),
    onAnswer: (answer) => walletAnswered(parts, attempt.id, answer),
  })
}

function walletOpened({ deps, view }: Parts, id: string, app: WalletApp | null): void {
  const shown = view.live(id)
  // From here on the wallet is known, and was opened to sign.
  if (shown === null || !lacksAccount(shown.attempt)) return
  deps.memory.keep(shown.attempt, 'opened')
  view.change(id, { openedAt: deps.now() })
  deps.onUnderWay(id)
  void tell({ deps, view }, id, awaitingWallet(app))
}

function walletAnswered(parts: Parts, id: string, answer: WalletAnswer): void {
  const { deps, view } = parts
  const shown = view.live(id)
  if (shown === null) return
  deps.onUnderWay(id)
  if (answer.kind === 'failure') return walletFailed(parts, shown.attempt, answer.code)
  deps.memory.keep(shown.attempt, 'opened')
  void prove(parts, shown.attempt, answer)
}

function walletFailed(parts: Parts, attempt: Attempt, code: ProblemCode): void {
  if (outlives(attempt, code)) parts.view.fail(attempt.id, code)
  else giveUp(parts, attempt.id, code)
}

function giveUp({ deps, view }: Parts, id: string, code: ProblemCode): void {
  view.fail(id, code)
  void tell({ deps, view }, id, { state: 'failed', errorCode: code })
}

type Update = RequestOf<typeof updateAttempt>

/** What the member is doing is worth telling the server, but not worth stopping for. */
async function tell(
  { deps, view }: Pick<Parts, 'deps' | 'view'>,
  id: string,
  body: Update,
): Promise<void> {
  const attempt = await deps.api.call(updateAttempt, { id, body }).catch(() => null)
  if (attempt !== null) view.receive(attempt)
}

function awaitingWallet(app: WalletApp | null): Update {
  const walletApp = [app?.name, app?.appName].find((text) => v.is(WalletAppSchema, text))
  return { state: 'awaiting-wallet', ...(walletApp !== undefined && { walletApp }) }
}
