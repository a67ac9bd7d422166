import { findRow } from '../database/find-row.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import { inTransaction, type SqlContext } from '../rows/transaction.ts'
import { toStoredUser } from '../rows/user-rows.ts'
import { noteAction } from './admin-actions.ts'

type NewLink = {
  /** SHA-256 of the link's token, which is never stored. */
  hash: Uint8Array
  userId: string
  expiresAt: EpochMs
}

/** Links by which an admin fetches the table of all members, each once. */
export function createExportLinks(context: SqlContext) {
  const { database, cipher } = context
  return {
    async createExportLink({ hash, userId, expiresAt }: NewLink): Promise<void> {
      const link = { hash, user_id: userId, expires_at: expiresAt }
      await database.write((sql) => sql.insertInto('export_links').values(link).execute())
    },

    /**
     * The admin for whom a link was made, which no longer works then. Undefined where it was used, is over, never was, or is
     * not for an admin any longer.
     */
    takeExportLink: (
      hash: Uint8Array,
      isAdmin: (user: StoredUser) => boolean,
      now: EpochMs,
    ): Promise<StoredUser | undefined> =>
      inTransaction(context, now, async (trx) => {
        const link = await trx.sql
          .deleteFrom('export_links')
          .where('hash', '=', hash)
          .returning(['user_id', 'expires_at'])
          .executeTakeFirst()
        if (!link || link.expires_at <= now) return undefined
        const row = await findRow(trx.sql, 'users', { id: link.user_id })
        const admin = row && toStoredUser(row, cipher)
        if (!admin || !isAdmin(admin)) return undefined
        await noteAction(trx, { kind: 'exported', adminId: admin.id, aboutId: null })
        return admin
      }),
  }
}
