import { toStoredEvent } from './events.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { EpochMs, PendingReceipt, Store } from './store.ts'
import { writeUnit, type SqlContext, type Unit } from './write-unit.ts'

export function createReceipts(
  context: SqlContext,
): Pick<Store, 'leaseReceipts' | 'settleReceipt' | 'retryReceipt' | 'hastenReceipts'> {
  const { database } = context
  return {
    leaseReceipts: (now, leaseUntil, limit) =>
      writeUnit(context, now, (unit) => leaseReceipts(unit, leaseUntil, limit)),

    async settleReceipt(sequence) {
      await tellAt(database, sequence, null)
    },

    async retryReceipt(sequence, nextAt) {
      await tellAt(database, sequence, nextAt)
    },

    async hastenReceipts(userId, now) {
      await database.write((sql) =>
        sql
          .updateTable('events')
          .set({ tell_at: now })
          .where('user_id', '=', userId)
          .where('tell_at', '>', now)
          .execute(),
      )
    },
  }
}

function tellAt(database: SqlDatabase, sequence: number, at: EpochMs | null) {
  return database.write((sql) =>
    sql
      .updateTable('events')
      .set({ tell_at: at })
      .where('sequence', '=', sequence)
      .where('tell_at', 'is not', null)
      .execute(),
  )
}

/**
 * `tell_at` stands outside the subquery too: on Postgres two leasers may choose the same rows, and
 * the second then finds them taken.
 */
async function leaseReceipts(
  { sql, cipher, now }: Unit,
  leaseUntil: EpochMs,
  limit: number,
): Promise<PendingReceipt[]> {
  const rows = await sql
    .updateTable('events')
    .set((query) => ({ tell_at: leaseUntil, tries: query('tries', '+', 1) }))
    .where('tell_at', '<=', now)
    .where('sequence', 'in', (query) =>
      query
        .selectFrom('events')
        .select('sequence')
        .where('tell_at', '<=', now)
        .orderBy('sequence')
        .limit(limit),
    )
    .returningAll()
    .execute()
  return rows
    .sort((one, other) => one.sequence - other.sequence)
    .map((row) => ({ event: toStoredEvent(row, cipher), tries: row.tries - 1 }))
}
