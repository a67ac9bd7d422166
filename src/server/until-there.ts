import type { Log } from './log.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

export type StartTimeout = {
  /** How long to wait in all, in milliseconds. */
  timeoutMs: number
  /** Ends the wait. */
  signal: AbortSignal
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
}

type WaitedStep<Result> = {
  /** For the log: what is waited for. */
  what: 'database' | 'telegram'
  attempt: () => Promise<Result>
  /** Whether what failed may be there in a moment. */
  isTemporary: (error: unknown) => boolean
}

/**
 * Tries a step of the start again, with growing pauses, while what it needs is not up yet. The wait is logged once.
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
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
