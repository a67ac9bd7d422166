import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * How many connect requests one member may make, in the app and in chats together: ten an hour, five of them in a row.
 */
const REQUEST_RATE: Rate = { perSecond: 10 / 3_600, burst: 5 }

/** How often a member may make a connect request. */
export function requestLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `requests:${telegramId}`, rate: REQUEST_RATE }
}
