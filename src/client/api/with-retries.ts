import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from './api-error.ts'
import { backOff } from './back-off.ts'
import { pause } from './pause.ts'

/** Longest Retry-After that a call waits for by itself, in milliseconds; the caller sees a longer one. */
const TIMEOUT_MS = 5_000
const TRIES = 3
const WAITS = { firstMs: 300, longestMs: 1_000 }

/** What passes in a moment, such as a change of networks or a restart of the server. */
const PASSING: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'maintenance'])

/**
 * Repeats what may be repeated: a moment later where nobody answered, or once when the server's Retry-After says. Not
 * what took its whole time: the member has waited long enough to be told.
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

/** @returns null when it is not to be repeated */
function waitAfter(error: unknown, failures: number): number | null {
  if (!(error instanceof ApiError) || failures === TRIES) return null
  const { code, retryAfterMs, isTimeout } = error
  if (retryAfterMs !== null)
    return failures === 1 && retryAfterMs <= TIMEOUT_MS ? retryAfterMs : null
  return PASSING.has(code) && !isTimeout ? backOff(failures, WAITS) : null
}
