import { atom, type ReadableAtom } from 'nanostores'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { onBack, readOnline } from '../../connection.ts'

export type QueryState<Value> =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | ShownQuery<Value>

type ShownQuery<Value> = {
  status: 'shown'
  value: Value
  /** Why the last refresh failed. */
  problem: ProblemCode | null
}

/**
 * Data from the server that a screen shows. After a failure that may pass, it is requested again when the device is
 * online again or the member returns.
 */
export type ServerQuery<Value> = {
  state: ReadableAtom<QueryState<Value>>
  /** Requests it from the server, unless in progress. Old data stays until the answer, and through an outage. */
  refresh(): Promise<void>
  /** {@link ServerQuery.refresh} in the background: shows only the result. False where it should be tried again. */
  renew(): Promise<boolean>
  /** Refreshes after a change, because an answer that is on its way may not show it yet. */
  catchUp(): Promise<void>
  /** Shows what a change of the member has led to. It is newer than an answer that is on its way. */
  put(value: Value): void
}

type QueryWays<Value> = {
  /** For automatic refreshes. @default as the first time */
  reread?: ReadQuery<Value>
  /** What is here already, in place of the first answer; null for nothing. Throws ApiError. @default nothing */
  findFirst?: () => Value | null
}

/** Reads from the server. Throws ApiError. @param show shows what is here before the rest */
type ReadQuery<Value> = (show: (value: Value) => void) => Promise<Value>

export function createQuery<Value>(
  read: ReadQuery<Value>,
  { reread = read, findFirst = () => null }: QueryWays<Value> = {},
): ServerQuery<Value> {
  const state = atom(begin(findFirst))
  let isFirst = state.get().status !== 'loading'
  let underWay: Promise<boolean> | null = null
  let changes = 0
  let stopWaiting: (() => void) | null = null

  function waitForReturn(isWanted: boolean): void {
    stopWaiting?.()
    stopWaiting = isWanted ? onBack(() => void askOnce(reread)) : null
  }

  function show(value: Value): void {
    state.set({ status: 'shown', value, problem: null })
    waitForReturn(false)
  }

  async function ask(source: ReadQuery<Value>): Promise<boolean> {
    const before = changes
    const showCurrent = (value: Value) => {
      if (before === changes) show(value)
    }
    try {
      showCurrent(await readOnline(() => source(showCurrent)))
      return true
    } catch (error) {
      const code = getProblemCode(error)
      state.set(afterFailure(state.get(), code))
      waitForReturn(PROBLEMS[code].retry)
      return !PROBLEMS[code].retry
    }
  }

  function askOnce(source: ReadQuery<Value>): Promise<boolean> {
    underWay ??= ask(source).finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    state,
    async refresh() {
      const isHere = isFirst
      isFirst = false
      if (isHere) return
      if (state.get().status === 'failed') state.set({ status: 'loading' })
      await askOnce(read)
    },
    renew: () => askOnce(reread),
    async catchUp() {
      await underWay
      await askOnce(reread)
    },
    put(value) {
      changes += 1
      show(value)
    },
  }
}

function begin<Value>(findFirst: () => Value | null): QueryState<Value> {
  try {
    const value = findFirst()
    return value === null ? { status: 'loading' } : { status: 'shown', value, problem: null }
  } catch (error) {
    return { status: 'failed', code: getProblemCode(error) }
  }
}

/** The data stays on the screen through an outage, but not after "not yours". */
function afterFailure<Value>(before: QueryState<Value>, code: ProblemCode): QueryState<Value> {
  return before.status === 'shown' && PROBLEMS[code].retry
    ? { ...before, problem: code }
    : { status: 'failed', code }
}

/** Why a query failed, or could not be refreshed. */
export function findProblem(state: QueryState<unknown>): ProblemCode | null {
  if (state.status === 'failed') return state.code
  return state.status === 'shown' ? state.problem : null
}
