import type { Rate } from './store/rate-limits.ts'

/** What one subject may do, and how often: for `consume` and `retryAfter`. */
export type RateLimit = {
  /** Whom the rate is for, such as `answers:<user id>`. */
  subject: string
  rate: Rate
}
