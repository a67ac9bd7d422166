import type { EpochMs, StoredUser } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import type { TellJoins } from '#server/notifications/joins.ts'

type DeleteMemberDeps = {
  store: Pick<Store, 'deleteUser'>
  tellJoins: Pick<TellJoins, 'setTag'>
  now: () => EpochMs
  /** Called after events were written. */
  onEvent: () => void
}

/** Deletes everything of a member, at their wish. */
export type DeleteMember = (member: Pick<StoredUser, 'id' | 'telegramId'>) => Promise<void>

/**
 * The tags that name the member's wallets in groups go right after. Nobody knows of them then, so one that Telegram does not take away
 * now stays.
 */
export function createDeleteMember(deps: DeleteMemberDeps): DeleteMember {
  const { store, tellJoins, now, onEvent } = deps
  return async (user) => {
    const groups = await store.deleteUser(user.id, now())
    onEvent()
    await Promise.all(
      groups.map((telegramId) => tellJoins.setTag({ chat: { telegramId }, user }, null)),
    )
  }
}
