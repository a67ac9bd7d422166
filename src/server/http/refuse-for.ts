import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { refuse, type Refusal } from './route.ts'

const SECOND_MS = 1_000
/** Seconds to wait before a retry when Telegram did not say. */
export const TELEGRAM_RETRY_S = 5
/** The same when a chain did not answer. */
const CHAIN_RETRY_S = 2

const USUAL_RETRY_S: Partial<Record<ProblemCode, number>> = {
  // An earlier query of the same member has usually been answered by then.
  busy: 1,
  'membership-unknown': TELEGRAM_RETRY_S,
  'share-failed': TELEGRAM_RETRY_S,
}

/** @param retryAfterMs when to try again, where that helps; a moment later by default */
export function refuseFor(code: ProblemCode, retryAfterMs: number | null = null): Refusal {
  if (!PROBLEMS[code].retry) return refuse(code)
  const usualS = USUAL_RETRY_S[code] ?? CHAIN_RETRY_S
  return refuse(code, retryAfterMs === null ? usualS : Math.ceil(retryAfterMs / SECOND_MS))
}
