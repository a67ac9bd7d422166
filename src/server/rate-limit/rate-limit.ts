import type { Rate } from '../store/rate-limits.ts'

/** How often one subject may do something, for `consume` and `retryAfter`. */
export type RateLimit = {
  /** The limited subject, such as `answers:<user id>`. */
  subject: string
  rate: Rate
}
