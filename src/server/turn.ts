import type { Rate } from './store/rate-limits.ts'

/** What one subject may do, and how often: for `takeRequest` and `waitOf`. */
export type Turn = {
  /** Whom the rate is for, such as `answers:<user id>`. */
  subject: string
  rate: Rate
}
