import type { Selectable } from 'kysely'
import { toStoredEvent } from './events.ts'
import { openEach } from './owner-events.ts'
import type { Schema } from '../database/schema.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { EpochMs, PendingReceipt, Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type EventRow = Selectable<Schema['events']>

export function createReceipts(
  context: SqlContext,
): Pick<Store, 'leaseReceipts' | 'settleReceipt' | 'retryReceipt' | 'hastenReceipts'> {
  const { database } = context
  return {
    async leaseReceipts(now, leaseUntil, limit) {
      const rows = await writeUnit(context, now, (unit) => lease(unit, leaseUntil, limit))
      return openLeased(context, rows)
    },

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
  return database.statement((sql) =>
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
async function lease({ sql, now }: Unit, leaseUntil: EpochMs, limit: number): Promise<EventRow[]> {
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
  return rows.sort((one, other) => one.sequence - other.sequence)
}

async function openLeased(
  { database, cipher, onUnreadable }: SqlContext,
  rows: EventRow[],
): Promise<PendingReceipt[]> {
  const { opened, unreadable } = openEach(rows, (row) => toStoredEvent(row, cipher), onUnreadable)
  for (const sequence of unreadable) await tellAt(database, sequence, null)
  return opened.map(({ row, result }) => ({ event: result, tries: row.tries - 1 }))
}
