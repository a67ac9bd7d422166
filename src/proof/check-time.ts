import { type Check, checkThat } from './check.ts'
import type { Evidence } from './document.ts'
import { getTimes, type StatedTimes } from './signed-facts.ts'

/** How far the clocks of a wallet, a site, Telegram and a verifier may differ, in seconds. */
export const CLOCKS_DIFFER_S = 600

/**
 * Whether the times that evidence states can be true: none lies in the future, and each text was signed while it held.
 *
 * @param now the verifier's clock, in Unix seconds
 */
export function checkTime(evidence: Evidence, now: number): Check {
  const times = getTimes(evidence)
  if (!times.every(({ signed }) => signed <= now + CLOCKS_DIFFER_S))
    return checkThat('time', 'time-in-future')
  return checkThat('time', times.every(isWhileItHeld) ? null : 'time-outside-its-text')
}

function isWhileItHeld({ signed, holds }: StatedTimes): boolean {
  if (holds === null) return true
  const { from, to } = holds
  return from <= to && from - CLOCKS_DIFFER_S <= signed && signed <= to + CLOCKS_DIFFER_S
}
