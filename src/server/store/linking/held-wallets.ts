import type { Sql } from '../database/sql-database.ts'
import type { WalletKey } from '../host-store.ts'
import { cutPage, isAfter } from '../page-cursor.ts'
import type { Store } from '../store.ts'
import { toOperatorUser } from '../members/users.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { walletOpener } from './wallet-rows.ts'
import { inTransaction, type SqlContext } from '../transaction.ts'

export function createHeldWallets(
  context: SqlContext,
): Pick<Store, 'findWalletsAt' | 'unlinkHeldWallet'> {
  const { database, cipher } = context
  return {
    async findWalletsAt(place, { after, limit }) {
      const rows = await walletsAt(database.read, place)
        .innerJoin('users', 'users.id', 'wallets.user_id')
        .selectAll('wallets')
        .select('users.profile')
        .where(isAfter(after, { at: 'wallets.linked_at', id: 'wallets.id' }))
        .orderBy('wallets.linked_at')
        .orderBy('wallets.id')
        .limit(limit + 1)
        .execute()
      const { page, next } = cutPage(rows, limit, ({ linked_at, id }) => ({ at: linked_at, id }))
      const open = await walletOpener({ sql: database.read, cipher }, page)
      const held = page.map((row) => ({
        wallet: open(row),
        user: toOperatorUser({ id: row.user_id, profile: row.profile }, cipher),
      }))
      return { held, next }
    },

    unlinkHeldWallet: (id, now) =>
      inTransaction(context, now, async (trx) => {
        const held = await trx.sql
          .selectFrom('wallets')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        return held !== undefined && unlinkWallet(trx, held, 'operator')
      }),
  }
}

function walletsAt(sql: Sql, place: WalletKey) {
  const wallets = sql
    .selectFrom('wallets')
    .where('wallets.family', '=', place.family)
    .where('wallets.address', '=', place.address)
  return place.family === 'ton' ? wallets.where('wallets.network', '=', place.network) : wallets
}
