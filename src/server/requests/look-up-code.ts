import { memberLimit } from '../rate-limit/member-limits.ts'
import type { Store } from '../store/store.ts'
import type { StoredUser } from '../store/database/stored.ts'

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
  const { subject, rate } = memberLimit('misses', member)
  const waitMs = await store.retryAfter(subject, rate, now())
  if (waitMs > 0) return { outcome: 'limited', waitMs }
  const found = await find()
  if (found !== undefined) return { outcome: 'found', found }
  const limit = await store.consume(subject, rate, now())
  return limit.taken ? { outcome: 'unknown' } : { outcome: 'limited', waitMs: limit.retryAfterMs }
}
