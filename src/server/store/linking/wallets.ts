import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { demotePrimary, unsealWallet, unsealWallets, type WalletRow } from '../rows/wallet-rows.ts'
import { inTransaction, type SqlContext } from '../rows/transaction.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'
import { sealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'

export function createWallets(context: SqlContext) {
  const { database, cipher } = context
  return {
    async listWallets(userId: string): Promise<StoredWallet[]> {
      const rows = await database.read
        .selectFrom('wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute()
      return unsealWallets(context, rows)
    },

    async findWallet(id: string, userId: string): Promise<StoredWallet | undefined> {
      const row = await findRow(database.read, 'wallets', { id, user_id: userId })
      return row && unsealWallet(context, row)
    },

    async setLabel(
      id: string,
      userId: string,
      label: string | null,
    ): Promise<StoredWallet | undefined> {
      const sealed =
        label === null ? null : sealText(label, placeOf('wallets', 'label', id), cipher)
      const row = await database.write((sql) =>
        sql
          .updateTable('wallets')
          .set({ label: sealed })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returningAll()
          .executeTakeFirst(),
      )
      return row && unsealWallet(context, row)
    },

    setPrimary: (id: string, userId: string): Promise<StoredWallet | undefined> =>
      database.write(async (sql) => {
        await database.lock(sql, [`user:${userId}`])
        const wallet = await makePrimary(sql, { id, userId })
        return wallet && unsealWallet({ sql, cipher }, wallet)
      }),

    /**
     * False when there was none. If the primary wallet is unlinked, the oldest remaining one becomes primary. Other
     * members' consents about the wallet are rejected, because unlinking gives it to no other member.
     */
    unlinkWallet: (id: string, userId: string, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        const owned = await findRow(trx.sql, 'wallets', { id, user_id: userId })
        return (
          owned !== undefined && (await unlinkWallet(trx, owned, { who: 'member' })) !== undefined
        )
      }),
  }
}

async function makePrimary(
  sql: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<WalletRow | undefined> {
  const owned = await findRow(sql, 'wallets', { id, user_id: userId })
  if (!owned) return undefined
  await demotePrimary(sql, userId)
  return sql
    .updateTable('wallets')
    .set({ is_primary: 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
