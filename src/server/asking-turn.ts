import type { Rate } from './store/rate-limits.ts'
import type { StoredUser } from './store/store.ts'
import type { Turn } from './turn.ts'

/** What one member may make, in the app and in chats together: ten connect requests an hour, five of them at once. */
const ASKING_RATE: Rate = { perSecond: 10 / 3_600, burst: 5 }

/** The turn that a member takes for each connect request of their making. */
export function askingTurn({ telegramId }: Pick<StoredUser, 'telegramId'>): Turn {
  return { subject: `asking:${telegramId}`, rate: ASKING_RATE }
}
