import { holdMember, toStoredUser } from './users.ts'
import type { SqlContext } from '../transaction.ts'
import type { EpochMs, StoredUser } from '../stored.ts'

/** `attemptId`: the only attempt that the session may act on; null if it may act on everything of its member. */
type StoredSession = { user: StoredUser; attemptId: string | null }

type NewSession = {
  /** SHA-256 of the token: the token itself is never stored. */
  tokenHash: Uint8Array
  userId: string
  expiresAt: EpochMs
}

export function createSessions({ database, prepared, cipher }: SqlContext) {
  return {
    /** @throws {MemberGoneError} */
    async openSession({ tokenHash, userId, expiresAt }: NewSession): Promise<void> {
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

    /** The live session of this token; undefined if unknown or expired. */
    async findSession(tokenHash: Uint8Array, now: EpochMs): Promise<StoredSession | undefined> {
      const [row] = await prepared.findSession(database.read, { tokenHash, now })
      return row && { user: toStoredUser(row, cipher), attemptId: row.attempt_id }
    },

    async closeSession(tokenHash: Uint8Array): Promise<void> {
      await database.write((sql) =>
        sql.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
      )
    },
  }
}
