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

/** Admins beside those of `ADMIN_IDS`. */
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
