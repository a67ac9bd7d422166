import type { Store } from './store.ts'
import { toStoredUser } from './users.ts'
import type { SqlContext } from './write-unit.ts'

export function createSessions({
  database,
  cipher,
}: SqlContext): Pick<Store, 'openSession' | 'findSessionUser' | 'closeSession'> {
  return {
    async openSession({ tokenHash, userId, expiresAt }) {
      await database.write((sql) =>
        sql
          .insertInto('sessions')
          .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
          .execute(),
      )
    },

    async findSessionUser(tokenHash, now) {
      const row = await database.read
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .selectAll('users')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toStoredUser(row, cipher)
    },

    async closeSession(tokenHash) {
      await database.write((sql) =>
        sql.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
      )
    },
  }
}
