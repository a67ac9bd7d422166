import type { FieldCipher } from './field-cipher.ts'
import type { EpochMs } from './stored.ts'

/** A steady rate of requests, and how many may come in one burst. */
export type Rate = { perSecond: number; burst: number }

/**
 * Counts requests against a rate (generic cell rate algorithm). Over Postgres all processes share
 * the count; SQLite has one process, and its count lives in memory.
 */
export interface RateLimits {
  /**
   * Takes one request, or returns how long to wait for the next, in milliseconds.
   *
   * @param subject who is limited, such as `key:<id>`; the database has only a keyed hash of it
   */
  consume(
    subject: string,
    rate: Rate,
    now: EpochMs,
  ): Promise<{ taken: true } | { taken: false; retryAfterMs: number }>
  /** Returns how long until a request would be taken, in milliseconds, without taking one; 0 for now. */
  retryAfter(subject: string, rate: Rate, now: EpochMs): Promise<number>
}

/** Counts whose times can follow a clock that was set back. */
export type AdjustableRateLimits = RateLimits & {
  /** Moves what this process has in memory. @param byMs how far the clock was set back */
  setBack(byMs: number): void
}

/**
 * Subjects are stored as keyed hashes, so the counts do not reveal who made the requests. While DATA_KEY is changed, a
 * subject that must wait under one of the keys waits.
 */
export function createRateLimits(
  limits: RateLimits,
  cipher: Pick<FieldCipher, 'lookups'>,
): RateLimits {
  async function retryAfter(hashes: Uint8Array[], rate: Rate, now: EpochMs): Promise<number> {
    const waits = hashes.map((hash) => limits.retryAfter(toText(hash), rate, now))
    return Math.max(0, ...(await Promise.all(waits)))
  }

  return {
    async consume(subject, rate, now) {
      const [own, ...others] = cipher.lookups(subject)
      const retryAfterMs = await retryAfter(others, rate, now)
      return retryAfterMs > 0
        ? { taken: false, retryAfterMs }
        : limits.consume(toText(own), rate, now)
    },
    retryAfter: (subject, rate, now) => retryAfter(cipher.lookups(subject), rate, now),
  }
}

function toText(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url')
}

/** With fewer subjects than this, expired ones are not pruned. */
const MIN_PRUNED_SUBJECTS = 10_000

/** Counts in this process alone. */
export function createMemoryRateLimits(): AdjustableRateLimits {
  const dueAt = new Map<string, EpochMs>()
  let pruneAt = MIN_PRUNED_SUBJECTS

  /** A subject that is due in the past counts as unknown. The bound doubles, so that pruning is rare. */
  function prune(now: EpochMs): void {
    for (const [subject, due] of dueAt) {
      if (due <= now) dueAt.delete(subject)
    }
    pruneAt = Math.max(MIN_PRUNED_SUBJECTS, 2 * dueAt.size)
  }

  return {
    async consume(subject, rate, now) {
      const due = presentDue(dueAt.get(subject) ?? now, rate, now)
      const { intervalMs, slackMs } = cellRate(rate)
      const taken = due <= now + slackMs
      if (dueAt.size >= pruneAt) prune(now)
      dueAt.set(subject, taken ? due + intervalMs : due)
      return taken ? { taken } : { taken, retryAfterMs: waitMs(due, rate, now) }
    },
    async retryAfter(subject, rate, now) {
      const due = presentDue(dueAt.get(subject) ?? now, rate, now)
      return due <= now + cellRate(rate).slackMs ? 0 : waitMs(due, rate, now)
    },
    setBack(byMs) {
      for (const [subject, due] of dueAt) dueAt.set(subject, due - byMs)
    },
  }
}

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

/** How often one subject may do something, for `consume` and `retryAfter`. */
export type RateLimit = {
  /** The limited subject, such as `answers:<user id>`. */
  subject: string
  rate: Rate
}

/**
 * Takes one request from a rate.
 *
 * @returns 0 if one was taken; otherwise the milliseconds to wait
 */
export async function takeOne(
  { subject, rate }: RateLimit,
  { store, now }: { store: Pick<RateLimits, 'consume'>; now: () => EpochMs },
): Promise<number> {
  const limit = await store.consume(subject, rate, now())
  return limit.taken ? 0 : limit.retryAfterMs
}
