import { atom, type ReadableAtom } from 'nanostores'
import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError, getProblemCode } from '../../api/api-error.ts'
import type { WalletChoice, WalletConnector } from '../../wallets/wallet-connector.ts'
import { type AttemptSource, isWorthBeginning } from './attempt-source.ts'
import { getProofRequest } from './proof-request.ts'

/** How far everything is that must be ready before a tap can open a wallet. */
export type PreparationState =
  | { status: 'idle' }
  /** `wanted`: a tap that came early; it opens the wallet as soon as that is possible. */
  | { status: 'preparing'; wanted: WalletChoice | null }
  /** `wanted`: a tap that came so early that the browser wants another one. */
  | { status: 'ready'; attempt: Attempt; wanted: WalletChoice | null }
  /** `wanted`: the choice that came to nothing. */
  | { status: 'failed'; code: ProblemCode; wanted: WalletChoice | null }

/** Everything that comes before a wallet of one family is opened. */
export type Preparation = {
  state: ReadableAtom<PreparationState>
  /** Readies everything that needs no attempt. Settles when it is ready, or when it cannot be: a choice tells that. */
  warmUp(): Promise<void>
  /**
   * Takes an attempt and readies the wallets for it before anything is chosen. Only for an attempt that exists already:
   * making one counts against the member's limit. Does nothing if that is done or under way.
   */
  prepare(): void
  /** Whatever is chosen from now on is for this purpose, or for none; what was readied for another is given up. */
  aim(purpose?: string): void
  /** The member's choice: makes an attempt, or takes up a live one, and opens the wallet. Call inside the tap. */
  choose(choice: WalletChoice): void
  /** The member's choice once more, where getting ready takes too long. Call inside the tap. */
  chooseAgain(choice: WalletChoice): void
  /** The attempt is used up: the next one is prepared afresh. */
  reset(): void
}

/** One a family. */
export type Preparations = { ton: Preparation; evm: Preparation | null }

type Deps = {
  takeAttempt: AttemptSource
  wallets: WalletConnector
  now: () => number
  /** Whether browser and client still count the member's tap as the cause of what happens now. */
  hasGesture: () => boolean
  /** Called right before a wallet, or the list of wallets, is opened for this attempt. */
  onOpening: (attempt: Attempt) => void
  /** Called when a wallet that needs no list has been opened. */
  onOpened: (attempt: Attempt) => void
}

export function createPreparation(deps: Deps): Preparation {
  const state = atom<PreparationState>({ status: 'idle' })
  let run = 0
  let purpose: string | null = null

  async function start(wanted: WalletChoice | null): Promise<void> {
    run += 1
    const mine = run
    state.set({ status: 'preparing', wanted })
    const outcome = await ready(deps, purpose)
    if (mine !== run) return
    const before = state.get()
    const choice = before.status === 'preparing' ? before.wanted : null
    if ('code' in outcome) state.set({ status: 'failed', code: outcome.code, wanted: choice })
    else becomeReady(outcome.attempt, choice)
  }

  function becomeReady(attempt: Attempt, wanted: WalletChoice | null): void {
    const canOpen = wanted === 'all-wallets' || deps.hasGesture()
    state.set({ status: 'ready', attempt, wanted: canOpen ? null : wanted })
    if (wanted !== null && canOpen) open(attempt, wanted)
  }

  function open(attempt: Attempt, choice: WalletChoice): void {
    deps.onOpening(attempt)
    deps.wallets.connect(choice)
    if (choice !== 'all-wallets') deps.onOpened(attempt)
  }

  function reset(): void {
    run += 1
    state.set({ status: 'idle' })
  }

  const isUsable = (attempt: Attempt) => isWorthBeginning(attempt, deps.now())

  function aim(at?: string): void {
    if (purpose !== (at ?? null)) reset()
    purpose = at ?? null
  }

  return {
    state,
    aim,
    warmUp: () => deps.wallets.warmUp().catch(() => undefined),
    prepare() {
      const current = state.get()
      if (current.status === 'preparing') return
      if (current.status === 'ready' && isUsable(current.attempt)) return
      void start(null)
    },
    choose(choice) {
      const current = state.get()
      if (current.status === 'preparing') state.set({ ...current, wanted: choice })
      else if (current.status === 'ready' && isUsable(current.attempt))
        open(current.attempt, choice)
      else void start(choice)
    },
    chooseAgain: (choice) => void start(choice),
    reset,
  }
}

async function ready(
  { takeAttempt, wallets }: Deps,
  purpose: string | null,
): Promise<{ attempt: Attempt } | { code: ProblemCode }> {
  try {
    // On its way while the attempt is made; what keeps it away is told by `prepare`.
    void wallets.warmUp().catch(() => undefined)
    const attempt = await takeAttempt(purpose)
    await wallets.prepare(getProofRequest(attempt)).catch(rethrowOurs)
    return { attempt }
  } catch (error) {
    return { code: getProblemCode(error) }
  }
}

/** What is not in our messages is a library that did not arrive. */
function rethrowOurs(cause: unknown): never {
  throw cause instanceof ApiError ? cause : new ApiError('wallet-library-unavailable', { cause })
}
