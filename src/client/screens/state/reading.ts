import { atom, type ReadableAtom } from 'nanostores'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'

export type ReadingState<Value> =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | Shown<Value>

export type Shown<Value> = {
  status: 'shown'
  value: Value
  /** Why what is shown could not be renewed. */
  problem: ProblemCode | null
}

/** Something that the server tells, and that a screen shows. */
export type Reading<Value> = {
  state: ReadableAtom<ReadingState<Value>>
  /** Asks the server unless it is being asked. What is shown stays until the answer, and through an outage. */
  refresh(): Promise<void>
}

/** @param read throws ApiError */
export function createReading<Value>(read: () => Promise<Value>): Reading<Value> {
  const state = atom<ReadingState<Value>>({ status: 'loading' })
  let underWay: Promise<void> | null = null

  async function ask(): Promise<void> {
    const before = state.get()
    if (before.status === 'failed') state.set({ status: 'loading' })
    try {
      state.set({ status: 'shown', value: await read(), problem: null })
    } catch (error) {
      state.set(afterFailure(before, problemCodeOf(error)))
    }
  }

  return {
    state,
    refresh() {
      underWay ??= ask().finally(() => {
        underWay = null
      })
      return underWay
    },
  }
}

/** An outage leaves on the screen what is there; "not yours" does not. */
export function afterFailure<Value>(
  before: ReadingState<Value>,
  code: ProblemCode,
): ReadingState<Value> {
  return before.status === 'shown' && PROBLEMS[code].retry
    ? { ...before, problem: code }
    : { status: 'failed', code }
}
