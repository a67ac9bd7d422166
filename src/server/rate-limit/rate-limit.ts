import type { Rate, RateLimits } from '../store/rate-limits.ts'
import type { EpochMs } from '../store/stored.ts'

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
