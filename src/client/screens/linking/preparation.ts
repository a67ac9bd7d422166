import { atom, type ReadableAtom } from 'nanostores'
import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError, getProblemCode } from '../../api/api-error.ts'
import type { WalletChoice, WalletConnector, ProofRequest } from '../../wallets/wallet-connector.ts'
import { type AttemptSource, isWorthStarting } from './attempt-source.ts'

/** Progress of everything that must be ready before a tap can open a wallet. */
export type PreparationState =
  | { status: 'idle' }
  /** `wanted`: an early tap; it opens the wallet as soon as possible. */
  | { status: 'preparing'; wanted: WalletChoice | null }
  /** `wanted`: a tap that came so early that the browser requires another one. */
  | { status: 'ready'; attempt: Attempt; wanted: WalletChoice | null }
  /** `wanted`: the choice that failed. */
  | { status: 'failed'; code: ProblemCode; wanted: WalletChoice | null }

/** What the choices of a wallet are for. */
export type Aim = {
  /** Code of the connect request, or of the cosigning; null for neither. */
  purpose: string | null
  /** A wallet with several accounts answers with one of these addresses; none for any. */
  wanted: readonly string[]
}

/** For any wallet, and for no purpose. */
export const NO_AIM: Aim = { purpose: null, wanted: [] }

/** One per family. */
export type Preparations = { ton: Preparation; evm: Preparation | null }

export type PreparationDeps = {
  takeAttempt: AttemptSource
  wallets: WalletConnector
  now: () => number
  /** Whether browser and client still treat the member's tap as the cause of what happens now. */
  hasGesture: () => boolean
  /** Called when the member chooses a wallet: only their last choice, of any family, counts. */
  onChoice: () => void
  /** Called right before a wallet, or the list of wallets, is opened for this attempt. */
  onOpening: (attempt: Attempt, wanted: readonly string[]) => void
  /** Called when a wallet that needs no list has been opened. */
  onOpened: (attempt: Attempt) => void
}

/** Everything that happens before a wallet of one family is opened. */
export type Preparation = ReturnType<typeof createPreparation>

export function createPreparation(deps: PreparationDeps) {
  const state = atom<PreparationState>({ status: 'idle' })
  const readable: ReadableAtom<PreparationState> = state
  let run = 0
  let aim = NO_AIM
  /** What was opened since the choice was left last. */
  let opened: WalletChoice | null = null

  async function start(wanted: WalletChoice | null): Promise<void> {
    run += 1
    const mine = run
    state.set({ status: 'preparing', wanted })
    const outcome = await ready(deps, aim)
    if (mine !== run) return
    const choice = findWanted(state.get())
    if ('code' in outcome) state.set({ status: 'failed', code: outcome.code, wanted: choice })
    else becomeReady(outcome.attempt, choice)
  }

  function becomeReady(attempt: Attempt, wanted: WalletChoice | null): void {
    const canOpen = wanted === 'all-wallets' || deps.hasGesture()
    state.set({ status: 'ready', attempt, wanted: canOpen ? null : wanted })
    if (wanted !== null && canOpen) open(attempt, wanted)
  }

  function open(attempt: Attempt, choice: WalletChoice): void {
    // It may show another screen.
    deps.onOpening(attempt, aim.wanted)
    opened = choice
    deps.wallets.connect(choice)
    if (choice !== 'all-wallets') deps.onOpened(attempt)
  }

  /** The attempt is used up: the next one is prepared from the start. */
  function reset(): void {
    run += 1
    state.set({ status: 'idle' })
  }

  return {
    state: readable,
    /** Sets what later choices are for; drops what was prepared for anything else. */
    aim(next: Aim): void {
      if (!isSameAim(aim, next)) reset()
      aim = next
    },
    /** An attempt for a purpose that the connected wallet answers: nothing is prepared. @throws ApiError */
    take: (purpose: string): Promise<Attempt> => deps.takeAttempt(purpose),
    /** Prepares everything that needs no attempt. Resolves even when that fails: the failure shows at a choice. */
    warmUp: (): Promise<void> => deps.wallets.warmUp().catch(() => undefined),
    /**
     * Gets an attempt and prepares the wallets for it before the member chooses. Only for an attempt that already exists,
     * because making one counts against the member's limit. Does nothing if that is done or in progress.
     */
    prepare(): void {
      if (!isUnderWay(state.get(), deps.now())) void start(null)
    },
    /** The member's choice: makes an attempt, or reuses a live one, and opens the wallet. Call inside the tap. */
    choose(choice: WalletChoice): void {
      deps.onChoice()
      const current = state.get()
      if (current.status === 'preparing') state.set({ ...current, wanted: choice })
      else if (isUsable(current, deps.now())) open(current.attempt, choice)
      else void start(choice)
    },
    /** The same choice again, where preparing takes too long. Call inside the tap. */
    chooseAgain: (choice: WalletChoice): void => void start(choice),
    /**
     * The member has left the choice: nothing opens later for it, and its failure is not shown again. A list that is open
     * stays, because they may have chosen from it.
     */
    leave(): void {
      const current = state.get()
      if (current.status === 'ready') state.set({ ...current, wanted: null })
      else reset()
      if (opened === 'all-wallets') closeUnopened(deps.wallets)
      opened = null
    },
    reset,
  }
}

function findWanted(state: PreparationState): WalletChoice | null {
  return state.status === 'idle' ? null : state.wanted
}

type Ready = Extract<PreparationState, { status: 'ready' }>

function isUsable(state: PreparationState, now: number): state is Ready {
  return state.status === 'ready' && isWorthStarting(state.attempt, now)
}

function isUnderWay(state: PreparationState, now: number): boolean {
  return state.status === 'preparing' || isUsable(state, now)
}

/** A list of wallets may take a while to open. */
function closeUnopened(wallets: WalletConnector): void {
  if (!wallets.chooserOpen.get()) wallets.closeChooser()
}

function isSameAim(one: Aim, other: Aim): boolean {
  return one.purpose === other.purpose && one.wanted.join() === other.wanted.join()
}

async function ready(
  { takeAttempt, wallets }: PreparationDeps,
  { purpose, wanted }: Aim,
): Promise<{ attempt: Attempt } | { code: ProblemCode }> {
  try {
    // Loads while the attempt is made; `prepare` reports a failure.
    void wallets.warmUp().catch(() => undefined)
    const attempt = await takeAttempt(purpose)
    await wallets.prepare(getProofRequest(attempt, wanted)).catch(rethrowOurs)
    return { attempt }
  } catch (error) {
    return { code: getProblemCode(error) }
  }
}

/** An error without a problem code of ours means that a library did not load. */
function rethrowOurs(cause: unknown): never {
  throw cause instanceof ApiError ? cause : new ApiError('wallet-library-unavailable', { cause })
}

/** What a wallet must prove for this attempt. @param addresses EVM: those that may answer; none for any */
export function getProofRequest(attempt: Attempt, addresses: readonly string[] = []): ProofRequest {
  if (attempt.family === 'evm') {
    const wanted = addresses.length > 0 && { wanted: addresses }
    const signIn = attempt.signIn && { signIn: attempt.signIn }
    return { family: 'evm', attemptId: attempt.id, ...wanted, ...signIn }
  }
  return { family: 'ton', payload: attempt.payload, network: attempt.network }
}
