import type { EpochMs } from './stored.ts'

/** So many requests a second over time, and so many at once. */
export type Rate = { perSecond: number; burst: number }

/**
 * Counts requests against a rate (generic cell rate algorithm). Over Postgres all processes share
 * the count; SQLite has one process, and its count lives in memory.
 */
export interface RateLimits {
  /**
   * Takes one request, or tells how long to wait for the next, in milliseconds.
   *
   * @param subject whom the rate is for, such as `key:<id>`; the store keeps a keyed hash of it
   */
  consume(
    subject: string,
    rate: Rate,
    now: EpochMs,
  ): Promise<{ taken: true } | { taken: false; retryAfterMs: number }>
  /** Takes nothing: how long until a request would be taken, in milliseconds; 0 for now. */
  retryAfter(subject: string, rate: Rate, now: EpochMs): Promise<number>
}
