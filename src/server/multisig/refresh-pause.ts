const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Shortest and longest time between two checks for confirmations that others have gathered, in milliseconds. */
const SOONEST_MS = 15 * SECOND_MS
const LATEST_MS = 15 * MINUTE_MS
/** The pause before the next check, as a share of the cosigning's age. */
const SHARE_OF_AGE = 0.1

/**
 * How long to wait between two checks elsewhere for a cosigning of this age, in milliseconds. Most confirmations come
 * soon after the start, or late. This makes about 330 checks in 72 hours, because services limit how often they are
 * queried.
 */
export function refreshPauseMs(ageMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs * SHARE_OF_AGE))
}
