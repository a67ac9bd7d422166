import type { Rate } from './store/rate-limits.ts'
import type { Store } from './store/store.ts'
import type { StoredUser } from './store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/** How many codes that do not exist one account may look for: whoever follows links meets hardly any. */
const MISS_RATE: Rate = { perSecond: 0.1, burst: 20 }

/** What came of looking for what a code leads to. `waitMs`: until the account may look again. */
type LookUp<Found> =
  | { outcome: 'found'; found: Found }
  | { outcome: 'unknown' }
  | { outcome: 'limited'; waitMs: number }

/**
 * Looks a code up for a member, in the app and in the bot's chat alike. Whoever has looked for too many codes that lead
 * nowhere is refused before anything is looked for, so that codes that do exist cannot be told from the others.
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

/** It is the account's, not the member's: deleting everything starts no new count. */
function missLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `misses:${telegramId}`, rate: MISS_RATE }
}
