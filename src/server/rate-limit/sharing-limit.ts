import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/** How often one member may share: a prepared message costs a call to Telegram, and a card a row in the database. */
const SHARING_RATE: Rate = { perSecond: 0.2, burst: 30 }

/** How often a member may make a card, or have a message prepared. */
export function sharingLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `sharing:${telegramId}`, rate: SHARING_RATE }
}
