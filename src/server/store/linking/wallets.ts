import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { getLabelAad, openWallet, openWallets, type WalletRow } from './wallet-rows.ts'
import { inTransaction, type SqlContext } from '../transaction.ts'

export function createWallets(
  context: SqlContext,
): Pick<Store, 'listWallets' | 'findWallet' | 'setLabel' | 'setPrimary' | 'unlinkWallet'> {
  const { database, cipher } = context
  const reader = { sql: database.read, cipher }
  return {
    async listWallets(userId) {
      const rows = await database.read
        .selectFrom('wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute()
      return openWallets(reader, rows)
    },

    async findWallet(id, userId) {
      const row = await findOwned(database.read, { id, userId })
      return row && openWallet(reader, row)
    },

    async setLabel(id, userId, label) {
      const sealed = label === null ? null : cipher.seal(Buffer.from(label), getLabelAad(id))
      const row = await database.write((sql) =>
        sql
          .updateTable('wallets')
          .set({ label: sealed })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returningAll()
          .executeTakeFirst(),
      )
      return row && openWallet(reader, row)
    },

    setPrimary: (id, userId) =>
      database.write(async (sql) => {
        await database.lock(sql, [`user:${userId}`])
        const wallet = await makePrimary(sql, { id, userId })
        return wallet && openWallet({ sql, cipher }, wallet)
      }),

    unlinkWallet: (id, userId, now) =>
      inTransaction(context, now, async (trx) => {
        const owned = await findOwned(trx.sql, { id, userId })
        return owned !== undefined && unlinkWallet(trx, owned, 'member')
      }),
  }
}

async function makePrimary(
  sql: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<WalletRow | undefined> {
  const owned = await findOwned(sql, { id, userId })
  if (!owned) return undefined
  await sql
    .updateTable('wallets')
    .set({ is_primary: 0 })
    .where('user_id', '=', userId)
    .where('is_primary', '=', 1)
    .execute()
  return sql
    .updateTable('wallets')
    .set({ is_primary: 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

function findOwned(
  sql: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<WalletRow | undefined> {
  return sql
    .selectFrom('wallets')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
