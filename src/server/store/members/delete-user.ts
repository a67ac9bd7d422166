import { deleteAttempts } from '../linking/delete-attempts.ts'
import { appendEvent } from '../events/events.ts'
import { handOver } from '../linking/questions.ts'
import type { EpochMs, Store } from '../store.ts'
import { countWallets, removeWallet } from '../linking/wallet-rows.ts'
import { walletLock } from '../linking/wallet-identity.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createDeleteUser(context: SqlContext): Pick<Store, 'deleteUser'> {
  return {
    deleteUser: (userId, now) => writeUnit(context, now, (unit) => deleteUser(unit, userId)),
  }
}

/** Deletes a member who has no wallet and was not seen since `before`, if that still holds. */
export async function deleteIdleUser(unit: Unit, userId: string, before: EpochMs): Promise<void> {
  await unit.lock(`user:${userId}`)
  const idle = await unit.sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('last_seen_at', '<', before)
    .executeTakeFirst()
  if (idle && (await countWallets(unit.sql, userId)) === 0) await deleteUser(unit, userId)
}

/**
 * Every event that speaks of the member goes, with its receipt; the rest falls with the user's row.
 * A wallet that the member let go stays told of: that event belongs to whoever holds the wallet now.
 * `user.deleted` comes first: the newest event is never deleted, so no sequence is given twice.
 */
async function deleteUser(unit: Unit, userId: string): Promise<void> {
  await unit.lock(`user:${userId}`)
  await letWalletsGo(unit, userId)
  const { sql } = unit
  await deleteAttempts(unit, sql.selectFrom('attempts').select('id').where('user_id', '=', userId))
  const deleted = await sql
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return
  await appendEvent(unit, { type: 'user.deleted', userId })
  await sql
    .updateTable('events')
    .set({ other_user_id: null })
    .where('type', '=', 'wallet.moved')
    .where('other_user_id', '=', userId)
    .execute()
  await sql
    .deleteFrom('events')
    .where('type', '!=', 'user.deleted')
    .where((query) =>
      query.or([query('user_id', '=', userId), query('other_user_id', '=', userId)]),
    )
    .execute()
}

async function letWalletsGo(unit: Unit, userId: string): Promise<void> {
  const wallets = await unit.sql
    .selectFrom('wallets')
    .select(['id', 'family', 'network', 'address'])
    .where('user_id', '=', userId)
    .execute()
  for (const wallet of wallets) {
    await unit.lock(walletLock(wallet))
    await removeWallet(unit.sql, { id: wallet.id, userId })
    await handOver(unit, wallet)
  }
}
