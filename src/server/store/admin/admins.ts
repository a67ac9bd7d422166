import { findRow } from '../database/find-row.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import {
  lockMembers,
  inTransaction,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import { holdMember, toStoredUser } from '../rows/user-rows.ts'
import { noteAction } from './admin-actions.ts'

/** A member whom the link of `setup` has made an admin. */
export type LinkedAdmin = { user: StoredUser; since: EpochMs }

type UsedLink = {
  /** SHA-256 of the link. */
  hash: Uint8Array
  expiresAt: EpochMs
  userId: string
}

type Removal = {
  userId: string
  /** Who removes. */
  by: { userId: string; isNamed: boolean }
}

/** A link by which an admin fetches the table of all members, once. */
type NewLink = {
  /** SHA-256 of the link's token, which is never stored. */
  hash: Uint8Array
  userId: string
  expiresAt: EpochMs
}

/** Admins beside those of `ADMIN_IDS`, and the links of all admins. */
export function createAdmins(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** The earliest first. */
    async listAdmins(): Promise<LinkedAdmin[]> {
      const rows = await database.read
        .selectFrom('admins')
        .innerJoin('users', 'users.id', 'admins.user_id')
        .selectAll('users')
        .select('admins.since')
        .orderBy('admins.since')
        .orderBy('users.id')
        .execute()
      return rows.map((row) => ({ user: toStoredUser(row, cipher), since: row.since }))
    },

    /** Makes a member an admin by a link, which no longer works then. False where somebody has used it before. */
    takeAdminLink: ({ hash, expiresAt, userId }: UsedLink, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        await holdMember(trx, userId)
        const taken = await trx.sql
          .insertInto('admin_links')
          .values({ hash, expires_at: expiresAt })
          .onConflict((conflict) => conflict.doNothing())
          .returning('hash')
          .executeTakeFirst()
        if (!taken) return false
        await trx.sql
          .insertInto('admins')
          .values({ user_id: userId, since: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await noteAction(trx, { kind: 'admitted', adminId: userId, aboutId: null })
        return true
      }),

    /**
     * Ends the right of a member who has it by a link. `not-admin`: the one who removes has lost that right meanwhile; of
     * two who remove each other, one stays.
     */
    removeAdmin: transactional(context, removeAdmin),

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

async function removeAdmin(
  trx: Transaction,
  { userId, by }: Removal,
): Promise<'removed' | 'not-found' | 'not-admin'> {
  await lockMembers(trx, [userId, by.userId])
  const own = await findRow(trx.sql, 'admins', { user_id: by.userId })
  if (!own && !by.isNamed) return 'not-admin'
  const removed = await trx.sql
    .deleteFrom('admins')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  if (!removed) return 'not-found'
  await noteAction(trx, { kind: 'removed', adminId: by.userId, aboutId: userId })
  return 'removed'
}
