import { appendToldEvent } from '../events/events.ts'
import { cutPage, isAfter } from '../page-cursor.ts'
import { handOver } from './questions.ts'
import type { Store } from '../store.ts'
import { toOwnerUser } from '../members/users.ts'
import { walletLock } from './wallet-identity.ts'
import { removeWallet, toStoredWallet } from './wallet-rows.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createHeldWallets(
  context: SqlContext,
): Pick<Store, 'findWalletsAt' | 'unlinkHeldWallet'> {
  const { database, cipher } = context
  return {
    async findWalletsAt({ family, network, address }, { after, limit }) {
      const rows = await database.read
        .selectFrom('wallets')
        .innerJoin('users', 'users.id', 'wallets.user_id')
        .selectAll('wallets')
        .select('users.profile')
        .where('family', '=', family)
        .where('network', '=', network)
        .where('address', '=', address)
        .where(isAfter(after, { at: 'wallets.linked_at', id: 'wallets.id' }))
        .orderBy('wallets.linked_at')
        .orderBy('wallets.id')
        .limit(limit + 1)
        .execute()
      const { page, next } = cutPage(rows, limit, ({ linked_at, id }) => ({ at: linked_at, id }))
      const held = page.map((row) => ({
        wallet: toStoredWallet(row, cipher),
        user: toOwnerUser({ id: row.user_id, profile: row.profile }, cipher),
      }))
      return { held, next }
    },

    unlinkHeldWallet: (id, now) => writeUnit(context, now, (unit) => unlinkHeldWallet(unit, id)),
  }
}

async function unlinkHeldWallet(unit: Unit, id: string): Promise<boolean> {
  const held = await unit.sql
    .selectFrom('wallets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!held) return false
  await unit.lock(walletLock(held), `user:${held.user_id}`)
  const removed = await removeWallet(unit.sql, { id, userId: held.user_id })
  if (!removed) return false
  const wallet = toStoredWallet(removed, unit.cipher)
  await appendToldEvent(unit, {
    type: 'wallet.unlinked',
    userId: removed.user_id,
    wallet,
    by: 'owner',
  })
  await handOver(unit, removed)
  return true
}
