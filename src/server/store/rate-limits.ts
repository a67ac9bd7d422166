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
