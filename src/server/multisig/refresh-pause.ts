const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Least and longest time between two looks for confirmations that others have gathered, in milliseconds. */
const SOONEST_MS = 15 * SECOND_MS
const LATEST_MS = 15 * MINUTE_MS
/** How much of its age a cosigning waits for the next look. */
const SHARE_OF_AGE = 0.1

/**
 * How long to wait between two looks elsewhere for a cosigning of this age, in milliseconds: confirmations come soon after
 * the start or late. About 330 looks in 72 hours, for the sake of services that count them.
 */
export function refreshPauseMs(ageMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs * SHARE_OF_AGE))
}
