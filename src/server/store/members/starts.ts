import { holdMember } from './users.ts'
import type { Store } from '../store.ts'
import type { SqlContext } from '../transaction.ts'

export function createStarts({ database }: SqlContext): Pick<Store, 'keepStart' | 'takeStart'> {
  return {
    keepStart: ({ userId, code, expiresAt }) =>
      database.write(async (sql) => {
        await holdMember({ sql, lock: (...names) => database.lock(sql, names) }, userId)
        const start = { code, expires_at: expiresAt }
        await sql
          .insertInto('starts')
          .values({ ...start, user_id: userId })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(start))
          .execute()
      }),

    async takeStart(userId, now) {
      // Usually there is none, and a read costs less than a write.
      const waiting = await database.read
        .selectFrom('starts')
        .select('user_id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!waiting) return null
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
