import type { Rate, RateLimit } from '../store/database/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { StoredUser } from '../store/database/stored.ts'

/** How many unknown codes one account may look up: a member who follows links meets hardly any. */
const MISS_RATE: Rate = { perSecond: 0.1, burst: 20 }

/** The outcome of a look-up. `waitMs`: until the account may look up again. */
type LookUp<Found> =
  | { outcome: 'found'; found: Found }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; waitMs: number }

/**
 * Looks a code up for a member, in the app and in the bot's chat alike. A member who looked up too many unknown codes
 * is refused before the look-up, so that they cannot distinguish existing codes from unknown ones.
 *
 * @param find undefined where the code leads nowhere
 */
export async function lookUpCode<Found>(
  member: Pick<StoredUser, 'telegramId'>,
  find: () => Promise<Found | undefined>,
  { store, now }: { store: Store; now: () => number },
): Promise<LookUp<Found>> {
  const { subject, rate } = missLimit(member)
  const waitMs = await store.retryAfter(subject, rate, now())
  if (waitMs > 0) return { outcome: 'limited', waitMs }
  const found = await find()
  if (found !== undefined) return { outcome: 'found', found }
  const limit = await store.consume(subject, rate, now())
  return limit.taken ? { outcome: 'unknown' } : { outcome: 'limited', waitMs: limit.retryAfterMs }
}

/** The limit is on the account, not the member, so deleting everything does not reset the count. */
function missLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `misses:${telegramId}`, rate: MISS_RATE }
}
