import { atom, type ReadableAtom } from 'nanostores'
import { type Attempt, isSettled } from '#shared/attempt.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { needsAccount } from './submission.ts'

/** The server's attempt, and what this device adds to it. */
export type ShownAttempt = {
  status: 'shown'
  attempt: Attempt
  /** State of what the wallet has given: a proof, an account, a signature or a text. */
  proof: 'none' | 'checking' | 'retrying'
  /** Why it failed, where this device knows before the server says so. */
  failure: ProblemCode | null
  /** When the wallet was last opened from here, in milliseconds; 0 if that was before a reload. */
  openedAt: number
  /** When the wallet was last asked from here to sign the message, in milliseconds; null if it was not asked. */
  signAskedAt: number | null
  /** Why the wallet's last answer failed, where the attempt continues without it. */
  setback: ProblemCode | null
  /** EVM: a wallet has been opened that has not shared its address yet, even if another wallet has. */
  awaitsAccount: boolean
  /** Started on another device, or before this device's storage was cleared: no wallet has been opened from here. */
  isElsewhere: boolean
}

export type AttemptViewState =
  | { status: 'none' }
  | { status: 'loading'; id: string }
  | { status: 'unavailable'; id: string; code: ProblemCode }
  | ShownAttempt

type ShownChange = Partial<Omit<ShownAttempt, 'status' | 'attempt'>>

/** How an attempt stops needing the wallet. */
export type AttemptEnd =
  | 'linked'
  | 'cosigned'
  | 'failed'
  | 'awaiting-consent'
  | 'awaiting-cosigners'

const NOTHING_ASKED = { proof: 'none', signAskedAt: null } as const
const FRESH = {
  ...NOTHING_ASKED,
  status: 'shown',
  failure: null,
  setback: null,
  awaitsAccount: false,
  isElsewhere: false,
} as const

/** The attempt on the screen. Late updates, and those for another attempt, change nothing. */
export type AttemptView = ReturnType<typeof createAttemptView>

/** @param onEnd called once each time that an attempt ends on the screen */
export function createAttemptView(onEnd: (end: AttemptEnd, attempt: Attempt) => void) {
  const state = atom<AttemptViewState>({ status: 'none' })
  const readable: ReadableAtom<AttemptViewState> = state

  /** The attempt with this id as long as it can still change. */
  function live(id: string): ShownAttempt | null {
    const shown = state.get()
    if (shown.status !== 'shown' || shown.attempt.id !== id) return null
    return isOver(shown) && !isStrengthened(shown) ? null : shown
  }

  function take(shown: ShownAttempt, attempt: Attempt): void {
    const end = isSame(attempt, shown.attempt) ? null : findEnd(attempt)
    const isAsked = end === null && attempt.message === shown.attempt.message
    state.set({ ...shown, ...(!isAsked && NOTHING_ASKED), attempt })
    if (end !== null) onEnd(end, attempt)
  }

  return {
    state: readable,
    live,
    /** Shows an attempt whose wallet was opened before this page was loaded, or elsewhere. */
    show: (attempt: Attempt, from: Pick<ShownAttempt, 'isElsewhere'>): void =>
      state.set({ ...FRESH, ...from, attempt, openedAt: 0 }),
    /** A wallet is about to be opened for it. */
    start(attempt: Attempt, openedAt: number): void {
      const awaitsAccount = attempt.family === 'evm'
      state.set({ ...FRESH, attempt: withoutAccount(attempt), openedAt, awaitsAccount })
    },
    replace: (next: AttemptViewState): void => state.set(next),
    change(id: string, part: ShownChange): void {
      const shown = live(id)
      if (shown !== null) state.set({ ...shown, ...part })
    },
    /** What the server says about it now. */
    receive(attempt: Attempt): void {
      const shown = live(attempt.id)
      if (shown === null || isOlder(attempt, shown.attempt)) return
      take(shown, shown.awaitsAccount ? withoutAccount(attempt) : attempt)
    },
    /** The server's response to what the wallet has given. */
    answer(attempt: Attempt): void {
      const shown = live(attempt.id)
      if (shown !== null) take({ ...shown, proof: 'none', awaitsAccount: false }, attempt)
    },
    /** An error: the attempt has failed, unless it {@link outlives} that. */
    fail(id: string, code: ProblemCode): void {
      const shown = live(id)
      if (shown === null) return
      const { attempt } = shown
      const hasFailed = !outlives(attempt, code)
      state.set({ ...shown, ...NOTHING_ASKED, [hasFailed ? 'failure' : 'setback']: code })
      if (hasFailed) onEnd('failed', attempt)
    },
  }
}

const NO_OWNER: ReadonlySet<ProblemCode> = new Set([
  'cosign-not-owner',
  'cosign-proposer',
  'cosign-owner-contract',
])

/**
 * Whether the attempt continues after this problem: it stands without a text that would only strengthen it or speed it up, a
 * wallet that could not be reached can be asked again, and where owners can sign, this wallet is only one of two ways.
 */
export function outlives(attempt: Attempt, code: ProblemCode): boolean {
  const { state, cosigningCode } = attempt
  if (state === 'linked' || state === 'awaiting-consent') return true
  if (cosigningCode !== null || isNoOwner(attempt, code)) return true
  return state === 'awaiting-signature' && PROBLEMS[code].retry
}

/** Whether the wallet belongs to none of the owners who can confirm: another wallet may. */
export function isNoOwner({ confirmsCode }: Attempt, code: ProblemCode): boolean {
  return confirmsCode !== null && NO_OWNER.has(code)
}

export function findId(state: AttemptViewState): string | null {
  if (state.status === 'shown') return state.attempt.id
  return state.status === 'none' ? null : state.id
}

/** Whether nothing more is needed. */
export function isOver({ attempt, failure }: ShownAttempt): boolean {
  return failure !== null || isSettled(attempt.state)
}

/** Whether the wallet's proof is still to come. */
export function isUnanswered(attempt: Attempt): boolean {
  return findEnd(attempt) === null
}

/** Whether a wallet that is already linked has been asked for a text. */
function isStrengthened({ attempt, signAskedAt }: ShownAttempt): boolean {
  return attempt.state === 'linked' && signAskedAt !== null
}

/** Updates that were sent before the account was fixed are out of date. */
function isOlder(attempt: Attempt, shown: Attempt): boolean {
  return shown.state === 'awaiting-signature' && needsAccount(attempt)
}

/** The state before any wallet shared its address. */
function withoutAccount(attempt: Attempt): Attempt {
  if (attempt.family !== 'evm' || attempt.state !== 'awaiting-signature') return attempt
  const unfixed = { account: null, message: null, signsFor: null, multisig: null }
  return { ...attempt, ...unfixed, state: 'awaiting-wallet' }
}

function isSame(one: Attempt, other: Attempt): boolean {
  return one.state === other.state && one.wallet?.binding === other.wallet?.binding
}

function findEnd({ state }: Attempt): AttemptEnd | null {
  switch (state) {
    case 'linked':
    case 'cosigned':
    case 'awaiting-consent':
    case 'awaiting-cosigners':
      return state
    default:
      return isSettled(state) ? 'failed' : null
  }
}
