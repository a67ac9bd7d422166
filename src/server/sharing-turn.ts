import type { Rate } from './store/rate-limits.ts'
import type { StoredUser } from './store/store.ts'
import type { Turn } from './turn.ts'

/** What one member may share: a prepared message is a call to Telegram, and a card a row of ours. */
const SHARING_RATE: Rate = { perSecond: 0.2, burst: 30 }

/** The turn that a member takes for each card of their making and each message prepared for them. */
export function sharingTurn({ telegramId }: Pick<StoredUser, 'telegramId'>): Turn {
  return { subject: `sharing:${telegramId}`, rate: SHARING_RATE }
}
