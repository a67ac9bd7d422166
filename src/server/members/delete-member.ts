import type { EpochMs, StoredUser } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import type { TellJoins } from '#server/notifications/joins.ts'

type DeleteMemberDeps = {
  store: Pick<Store, 'listTagged' | 'deleteUser'>
  tellJoins: Pick<TellJoins, 'setTag'>
  now: () => EpochMs
  /** Called after events were written. */
  onEvent: () => void
}

/** Deletes everything of a member, at their wish. */
export type DeleteMember = (member: Pick<StoredUser, 'id'>) => Promise<void>

/**
 * The tags that name the member's wallets in groups go first, because nobody knows of them afterwards. One that Telegram does not take
 * away now stays: the deletion does not wait for it.
 */
export function createDeleteMember(deps: DeleteMemberDeps): DeleteMember {
  const { store, tellJoins, now, onEvent } = deps
  return async ({ id }) => {
    const tagged = await store.listTagged(id)
    await Promise.all(tagged.map((join) => tellJoins.setTag(join, null)))
    await store.deleteUser(id, now())
    onEvent()
  }
}
