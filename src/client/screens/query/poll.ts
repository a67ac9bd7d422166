import type { ReadableAtom } from 'nanostores'
import { backOff } from '../../api/back-off.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'

export type PollDeps = {
  /** When it changes, there may be something to query. */
  state: Pick<ReadableAtom, 'listen'>
  /** Queries the server. False where that failed and should be tried again. */
  ask: () => Promise<boolean>
  /** Whether there is anything to query. */
  isWanted: () => boolean
  isVisible: () => boolean
  /** The member has returned, or the connection has. */
  onReturn: (listener: () => void) => () => void
  /** How often, in milliseconds. @default ATTEMPT_POLL_MS */
  everyMs?: number
}

const LONGEST_WAIT_MS = 15_000

/**
 * Polls every {@link PollDeps.everyMs} while the page is visible and there is anything to query, immediately on return,
 * and less and less often through an outage. One query at a time.
 */
export function startPoll({
  state,
  ask,
  isWanted,
  isVisible,
  onReturn,
  everyMs = ATTEMPT_POLL_MS,
}: PollDeps) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isUnderWay = false
  let isStopped = false
  let failures = 0

  function plan(ms: number): void {
    clear()
    if (!isStopped && isWanted()) timer = setTimeout(tick, ms)
  }

  function clear(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function tick(): void {
    timer = null
    // Poll immediately when the member returns.
    if (isVisible()) void askNow()
  }

  async function askNow(): Promise<void> {
    if (isUnderWay || isStopped || !isWanted()) return
    isUnderWay = true
    const isDue = beginPeriod()
    const isAnswered = await ask()
    isUnderWay = false
    failures = isAnswered ? 0 : failures + 1
    if (!isAnswered) plan(backOff(failures, { firstMs: everyMs, longestMs: LONGEST_WAIT_MS }))
    else if (isDue()) plan(0)
  }

  /** Counts from the start of the query, so that a slow answer delays the next one no more than it must. */
  function beginPeriod(): () => boolean {
    let isOver = false
    clear()
    timer = setTimeout(() => {
      timer = null
      isOver = true
      if (!isUnderWay) tick()
    }, everyMs)
    return () => isOver
  }

  /** There may be something to query now. */
  function wake(): void {
    if (timer === null && !isUnderWay) plan(everyMs)
  }

  const stops = [onReturn(() => void askNow()), state.listen(wake)]
  plan(everyMs)
  return {
    wake,
    stop: (): void => {
      isStopped = true
      clear()
      for (const stop of stops) stop()
    },
  }
}
