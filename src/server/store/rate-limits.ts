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

/** Subjects are stored as keyed hashes, so the counts do not reveal who made the requests. */
export function createRateLimits(
  limits: RateLimits,
  cipher: Pick<FieldCipher, 'lookup'>,
): RateLimits {
  const hash = (subject: string) => Buffer.from(cipher.lookup(subject)).toString('base64url')
  return {
    consume: (subject, rate, now) => limits.consume(hash(subject), rate, now),
    retryAfter: (subject, rate, now) => limits.retryAfter(hash(subject), rate, now),
  }
}
