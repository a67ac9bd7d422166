import type { Store } from '../store.ts'
import { holdMember, toStoredUser } from './users.ts'
import type { SqlContext } from '../transaction.ts'

export function createSessions({
  database,
  prepared,
  cipher,
}: SqlContext): Pick<Store, 'openSession' | 'findSession' | 'closeSession'> {
  return {
    async openSession({ tokenHash, userId, expiresAt }) {
      await database.write(async (sql) => {
        await holdMember({ sql, lock: (...names) => database.lock(sql, names) }, userId)
        await sql
          .insertInto('sessions')
          .values({
            token_hash: tokenHash,
            user_id: userId,
            expires_at: expiresAt,
            attempt_id: null,
          })
          .execute()
      })
    },

    async findSession(tokenHash, now) {
      const [row] = await prepared.findSession(database.read, { tokenHash, now })
      return row && { user: toStoredUser(row, cipher), attemptId: row.attempt_id }
    },

    async closeSession(tokenHash) {
      await database.write((sql) =>
        sql.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
      )
    },
  }
}
