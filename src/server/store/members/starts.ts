import { findRow } from '../database/find-row.ts'
import { holdMember } from '../rows/user-rows.ts'
import type { SqlContext } from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

type NewStart = { userId: string; code: string; expiresAt: EpochMs }

/**
 * Start parameters that members brought to the bot's chat and that wait for the app. Each member has one, the latest.
 */
export function createStarts({ database }: SqlContext) {
  return {
    keepStart: ({ userId, code, expiresAt }: NewStart): Promise<void> =>
      database.write(async (sql) => {
        await holdMember({ sql, lock: (...names) => database.lock(sql, names) }, userId)
        const start = { code, expires_at: expiresAt }
        await sql
          .insertInto('starts')
          .values({ ...start, user_id: userId })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(start))
          .execute()
      }),

    /** Returns the code and deletes it; null when none waits. */
    async takeStart(userId: string, now: EpochMs): Promise<string | null> {
      // Usually there is none, and a read costs less than a write.
      if (!(await findRow(database.read, 'starts', { user_id: userId }))) return null
      const taken = await database.statement((sql) =>
        sql
          .deleteFrom('starts')
          .where('user_id', '=', userId)
          .returning(['code', 'expires_at'])
          .executeTakeFirst(),
      )
      return taken && now < taken.expires_at ? taken.code : null
    },
  }
}
