import type { Store } from '../store.ts'
import type { SqlContext } from '../transaction.ts'

/** Whether the bot can write to a member, and what the app reported about it. */
export function createWriteAccess({
  database,
}: SqlContext): Pick<Store, 'setMayMessage' | 'reportWriteAccess'> {
  return {
    async setMayMessage(userId, mayMessage) {
      await database.write((sql) =>
        sql
          .updateTable('users')
          .set({ may_message: mayMessage ? 1 : 0, write_access_reported: 0 })
          .where('id', '=', userId)
          .execute(),
      )
    },

    async reportWriteAccess(userId) {
      await database.write((sql) =>
        sql
          .updateTable('users')
          .set({ write_access_reported: 1 })
          .where('id', '=', userId)
          .where('may_message', '=', 0)
          .execute(),
      )
    },
  }
}
