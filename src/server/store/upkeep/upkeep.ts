import type { Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'

export function createUpkeep({
  database,
}: SqlContext): Pick<Store, 'ping' | 'backup' | 'close' | 'claimUpdate'> {
  return {
    async ping() {
      await database.read.selectFrom('settings').select('name').executeTakeFirstOrThrow()
    },

    backup: (path) => database.backup(path),

    close: () => database.close(),

    async claimUpdate(updateId, now) {
      const claimed = await database.write((sql) =>
        sql
          .insertInto('updates')
          .values({ update_id: updateId, claimed_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('update_id')
          .executeTakeFirst(),
      )
      return claimed !== undefined
    },
  }
}
