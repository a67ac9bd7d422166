import type { Store } from './store.ts'
import type { SqlContext } from './write-unit.ts'

export function createUpkeep({
  database,
}: SqlContext): Pick<Store, 'ping' | 'close' | 'claimUpdate' | 'sweep'> {
  return {
    async ping() {
      await database.read.selectFrom('settings').select('name').executeTakeFirstOrThrow()
    },

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

    /** Consents fall with their attempts, and expire with them. */
    async sweep(before) {
      await database.write(async (sql) => {
        await sql.deleteFrom('sessions').where('expires_at', '<', before).execute()
        await sql.deleteFrom('attempts').where('expires_at', '<', before).execute()
        await sql.deleteFrom('updates').where('claimed_at', '<', before).execute()
      })
    },
  }
}
