import { hashToken } from '#server/http/admission.ts'
import { takeOne } from '#server/store/database/rate-limits.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { ReadyMember } from './scale-messages.ts'

/** As the app's, but so high that no round meets it. */
export const RATE = { perSecond: 1_000, burst: 1_000 }

/** What every call of a member does first. */
export async function admitMember(store: Store, { token }: ReadyMember): Promise<StoredUser> {
  const session = await store.findSession(hashToken(token), Date.now())
  if (!session) throw new Error('the session has ended')
  const { user } = session
  await takeOne({ subject: `member:${user.id}`, rate: RATE }, { store, now: Date.now })
  return user
}
