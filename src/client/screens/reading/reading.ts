import { atom, type ReadableAtom } from 'nanostores'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'

export type ReadingState<Value> =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | ShownReading<Value>

export type ShownReading<Value> = {
  status: 'shown'
  value: Value
  /** Why what is shown could not be renewed. */
  problem: ProblemCode | null
}

/** Something that the server tells, and that a screen shows. */
export type ServerReading<Value> = {
  state: ReadableAtom<ReadingState<Value>>
  /** Requests it from the server, unless in progress. Old data stays until the answer, and through an outage. */
  refresh(): Promise<void>
  /** {@link ServerReading.refresh} that nobody has asked for: it shows only what comes of it. False where it is to be tried again. */
  renew(): Promise<boolean>
  /** Asks after a change: an answer that is on its way may not show it yet. */
  catchUp(): Promise<void>
}

/**
 * @param read throws ApiError
 * @param reread the same, for whoever asks again by itself. @default read
 */
export function createReading<Value>(
  read: () => Promise<Value>,
  reread: () => Promise<Value> = read,
): ServerReading<Value> {
  const state = atom<ReadingState<Value>>({ status: 'loading' })
  let underWay: Promise<boolean> | null = null

  async function ask(source: () => Promise<Value>): Promise<boolean> {
    try {
      state.set({ status: 'shown', value: await source(), problem: null })
      return true
    } catch (error) {
      const code = getProblemCode(error)
      state.set(afterFailure(state.get(), code))
      return !PROBLEMS[code].retry
    }
  }

  function askOnce(source: () => Promise<Value>): Promise<boolean> {
    underWay ??= ask(source).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    state,
    async refresh() {
      if (state.get().status === 'failed') state.set({ status: 'loading' })
      await askOnce(read)
    },
    renew: () => askOnce(reread),
    async catchUp() {
      await underWay
      await askOnce(reread)
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

/** Why a reading failed, or could not be renewed. */
export function findProblem(state: ReadingState<unknown>): ProblemCode | null {
  if (state.status === 'failed') return state.code
  return state.status === 'shown' ? state.problem : null
}
