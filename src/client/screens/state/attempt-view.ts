import { atom, type ReadableAtom } from 'nanostores'
import { type Attempt, isSettled } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** The server's attempt, and what this device adds to it. */
export type ShownAttempt = {
  status: 'shown'
  attempt: Attempt
  /** Where a proof is that the wallet has given. */
  proof: 'none' | 'checking' | 'retrying'
  /** Why it failed, when this device knows before the server says so. */
  failure: ProblemCode | null
  /** When the wallet was last opened from here, in milliseconds; 0 if that was before a reload. */
  openedAt: number
}

export type AttemptViewState =
  | { status: 'none' }
  | { status: 'loading'; id: string }
  | { status: 'unavailable'; id: string; code: ProblemCode }
  | ShownAttempt

/** The attempt on the screen. What comes too late, or for another attempt, changes nothing. */
export type AttemptView = {
  state: ReadableAtom<AttemptViewState>
  /** The attempt with this id while something may still come of it. */
  live(id: string): ShownAttempt | null
  show(attempt: Attempt, openedAt: number): void
  replace(state: AttemptViewState): void
  change(id: string, part: Partial<Omit<ShownAttempt, 'status' | 'attempt'>>): void
  /** What the server says of it now. */
  receive(attempt: Attempt): void
  fail(id: string, failure: ProblemCode): void
}

/** How an attempt stops needing the wallet. */
export type AttemptEnd = 'linked' | 'failed' | 'awaiting-consent'

/** @param onEnd called once for each end that an attempt comes to on the screen */
export function createAttemptView(onEnd: (end: AttemptEnd) => void): AttemptView {
  const state = atom<AttemptViewState>({ status: 'none' })

  function live(id: string): ShownAttempt | null {
    const shown = state.get()
    return shown.status === 'shown' && shown.attempt.id === id && !isOver(shown) ? shown : null
  }

  return {
    state,
    live,
    show: (attempt, openedAt) =>
      state.set({ status: 'shown', attempt, proof: 'none', failure: null, openedAt }),
    replace: (next) => state.set(next),
    change(id, part) {
      const shown = live(id)
      if (shown !== null) state.set({ ...shown, ...part })
    },
    receive(attempt) {
      const shown = live(attempt.id)
      if (shown === null) return
      const end = shown.attempt.state === attempt.state ? null : endOf(attempt)
      state.set({ ...shown, attempt, proof: end === null ? shown.proof : 'none' })
      if (end !== null) onEnd(end)
    },
    fail(id, failure) {
      const shown = live(id)
      if (shown === null) return
      state.set({ ...shown, failure, proof: 'none' })
      onEnd('failed')
    },
  }
}

/** Whether nothing more can come of it. */
export function isOver({ attempt, failure }: ShownAttempt): boolean {
  return failure !== null || isSettled(attempt.state)
}

/** Whether the wallet's proof is still to come. */
export function isUnanswered(attempt: Attempt): boolean {
  return endOf(attempt) === null
}

function endOf({ state }: Attempt): AttemptEnd | null {
  if (state === 'linked' || state === 'awaiting-consent') return state
  return isSettled(state) ? 'failed' : null
}
