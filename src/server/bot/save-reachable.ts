import type { User } from 'grammy/types'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { FeatureDeps } from './bot-context.ts'
import { getReachableProfile } from './profile.ts'

/** Stores a member who lets the bot write from now on, and has the receipts sent that waited for it. */
export async function saveReachable(
  from: User,
  { store, now, onEvent }: Pick<FeatureDeps, 'store' | 'now' | 'onEvent'>,
): Promise<StoredUser> {
  const member = await store.saveUser(getReachableProfile(from), now())
  if (await store.flushReceipts(member.id, now())) onEvent()
  return member
}
