import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from './api-error.ts'
import { backOff } from './back-off.ts'
import { pause } from './pause.ts'

/** Longest Retry-After that a call waits for automatically, in milliseconds; a longer one is left to the caller. */
const TIMEOUT_MS = 5_000
const TRIES = 3
const WAITS = { firstMs: 300, longestMs: 1_000 }

/** Problems that pass in a moment, such as a change of networks or a restart of the server. */
const PASSING: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'maintenance'])

/**
 * Retries what is safe to repeat: a moment later after no answer, or once when the server's Retry-After says. Does not
 * retry after a timeout, because the member has waited long enough to see the problem.
 */
export async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send()
    } catch (error) {
      const wait = waitAfter(error, failures)
      if (wait === null) throw error
      await pause(wait)
    }
  }
}

/** @returns null when the call must not be retried */
function waitAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof ApiError) || failures === TRIES) return null
  const { code, retryAfterMs, isTimeout } = error
  if (retryAfterMs !== null)
    return failures === 1 && retryAfterMs <= TIMEOUT_MS ? retryAfterMs : null
  return PASSING.has(code) && !isTimeout ? backOff(failures, WAITS) : null
}
