import type { Log } from '../log/log.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

export type StartTimeout = {
  /** Longest wait in total, in milliseconds. */
  timeoutMs: number
  /** Ends the wait. */
  signal: AbortSignal
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
}

type WaitedStep<Result> = {
  /** The awaited service, for the log. */
  what: 'database' | 'telegram'
  attempt: () => Promise<Result>
  /** Whether a retry in a moment may succeed. */
  isTemporary: (error: unknown) => boolean
}

/**
 * Repeats a step of the start, with growing pauses, until the service that it needs is up. The wait is logged once.
 *
 * @throws what the last attempt threw
 */
export async function untilThere<Result>(
  { what, attempt, isTemporary }: WaitedStep<Result>,
  { timeoutMs, signal, log, now }: StartTimeout,
): Promise<Result> {
  const endsAt = now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTemporary(error) || now() + pauseMs > endsAt) throw error
      if (pauseMs === FIRST_PAUSE_MS)
        log.warn({ what, timeoutMs, error }, 'start: waits for what is not up yet')
      await pause(pauseMs, signal)
      if (signal.aborted) throw error
    }
  }
}

/** Ends early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
