import type { Rate } from '../rate-limits.ts'
import type { EpochMs } from '../stored.ts'

const SECOND_MS = 1_000
/** How far the clocks of two processes may differ, including the time that a request waited, in milliseconds. */
const CLOCK_SKEW_MS = 10 * SECOND_MS

/**
 * The generic cell rate algorithm stores one time for each subject: when all requests taken so far would be due at the
 * steady rate. A request is taken while that time is at most `slackMs` ahead of now.
 */
export function cellRate({ perSecond, burst }: Rate) {
  const intervalMs = SECOND_MS / perSecond
  const windowMs = burst * intervalMs
  const furthestMs = windowMs + CLOCK_SKEW_MS
  return { intervalMs, windowMs, slackMs: windowMs - intervalMs, furthestMs }
}

/** How long until the next request is taken, in whole milliseconds. */
export function waitMs(dueAt: EpochMs, rate: Rate, now: EpochMs): number {
  return Math.max(1, Math.ceil(dueAt - cellRate(rate).slackMs - now))
}

/**
 * The effective due time. It is never in the past, so idle time is not saved up. A time much further ahead than a burst
 * comes from a clock that was set back since then. It is capped, so that it does not block the subject.
 */
export function presentDue(dueAt: EpochMs, rate: Rate, now: EpochMs): EpochMs {
  const { windowMs, furthestMs } = cellRate(rate)
  return dueAt > now + furthestMs ? now + windowMs : Math.max(dueAt, now)
}
