import { appendEvent } from './events.ts'
import { handOver } from './questions.ts'
import type { Store, StoredWallet } from './store.ts'
import { labelPlace, removeWallet, toStoredWallet, walletLock } from './wallet-rows.ts'
import { writeUnit, type SqlContext, type Unit } from './write-unit.ts'

export function createWallets(
  context: SqlContext,
): Pick<Store, 'listWallets' | 'findWallet' | 'setLabel' | 'setPrimary' | 'unlinkWallet'> {
  const { database, cipher } = context
  return {
    async listWallets(userId) {
      const rows = await database.read
        .selectFrom('wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('linked_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => toStoredWallet(row, cipher))
    },

    async findWallet(id, userId) {
      const row = await database.read
        .selectFrom('wallets')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row && toStoredWallet(row, cipher)
    },

    async setLabel(id, userId, label) {
      const sealed = label === null ? null : cipher.seal(Buffer.from(label), labelPlace(id))
      const row = await database.write((sql) =>
        sql
          .updateTable('wallets')
          .set({ label: sealed })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returningAll()
          .executeTakeFirst(),
      )
      return row && toStoredWallet(row, cipher)
    },

    setPrimary: (id, userId) =>
      database.write(async (sql) => {
        await database.lock(sql, `user:${userId}`)
        const row = await sql
          .updateTable('wallets')
          .set({ is_primary: 0 })
          .where('user_id', '=', userId)
        return setPrimary(sql, { id, userId })
      }),

    unlinkWallet: (id, userId, now) =>
      writeUnit(context, now, (unit) => unlinkWallet(unit, { id, userId })),
  }
}
