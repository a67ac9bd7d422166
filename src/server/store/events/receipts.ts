import { sql as raw } from 'kysely'
import { toStoredEvent, type EventRow } from '../rows/events.ts'
import { hasDue, leaseDue } from '../rows/lease-due.ts'
import { unsealEach } from './operator-events.ts'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import type { StoredEvent } from '../database/stored-event.ts'

/** How long one process leases a receipt, in milliseconds: well above the longest wait for Telegram. */
export const RECEIPT_LEASE_MS = 60_000

/**
 * An event that the bot still has to send. There is one receipt per event, even if two members get it.
 * `tries` counts the leases before this one; `notified` is the one of two members who has it already.
 */
export type PendingReceipt = { event: StoredEvent; tries: number; notified: string | null }

/** When a receipt is tried again, and who has it already. */
type NextTry = { at: EpochMs; notified: string | null }

export function createReceipts(context: SqlContext) {
  const { database } = context
  return {
    /** Receipts that are due, leased until `leaseUntil` so that no second process sends them too. */
    async leaseReceipts(
      now: EpochMs,
      leaseUntil: EpochMs,
      limit: number,
    ): Promise<PendingReceipt[]> {
      if (!(await hasDue(database.read, { table: 'events', at: 'notify_at' }, now))) return []
      const rows = await inTransaction(context, now, (trx) => lease(trx, leaseUntil, limit))
      return unsealLeased(context, rows)
    },

    /** The receipt was sent, or can never be sent. */
    async settleReceipt(sequence: number): Promise<void> {
      await settle(database, sequence)
    },

    async retryReceipt(sequence: number, next: NextTry): Promise<void> {
      await database.statement((sql) => putOff(sql, sequence, next).execute())
    },

    /** The same, and the try that was made does not count. */
    async deferReceipt(sequence: number, next: NextTry): Promise<void> {
      await database.statement((sql) =>
        putOff(sql, sequence, next)
          .set((query) => ({ tries: query('tries', '-', 1) }))
          .execute(),
      )
    },

    /**
     * The member allows the bot to write, so receipts that waited for that are due now. One that may be leased is being sent, and is
     * left alone. Answers whether there were any.
     */
    async flushReceipts(userId: string, now: EpochMs): Promise<boolean> {
      const due = await database.write((sql) =>
        sql
          .updateTable('events')
          .set({ notify_at: now })
          .where('user_id', '=', userId)
          .where('notify_at', '>', now + RECEIPT_LEASE_MS)
          .returning('sequence')
          .execute(),
      )
      return due.length > 0
    },
  }
}

function putOff(sql: Sql, sequence: number, { at, notified }: NextTry) {
  return makeDue(sql, sequence, at).set({ notified_id: present(notified) })
}

/** Null for a member who is no longer in the event, because they were deleted meanwhile. */
function present(member: string | null) {
  const id = raw`cast(${member} as text)`
  return raw<string | null>`case when ${id} in (user_id, other_user_id) then ${id} end`
}

function settle(database: SqlDatabase, sequence: number) {
  return database.statement((sql) => makeDue(sql, sequence, null).execute())
}

/** @param at when it is due; null where it is settled, as it then stays */
function makeDue(sql: Sql, sequence: number, at: EpochMs | null) {
  return sql
    .updateTable('events')
    .set({ notify_at: at })
    .where('sequence', '=', sequence)
    .where('notify_at', 'is not', null)
}

async function lease(trx: Transaction, until: EpochMs, limit: number): Promise<EventRow[]> {
  const rows = await leaseDue(trx, {
    table: 'events',
    key: 'sequence',
    at: 'notify_at',
    until,
    limit,
    sets: raw`tries = tries + 1`,
  })
  return rows.sort((one, other) => one.sequence - other.sequence)
}

async function unsealLeased(
  { database, cipher, onUnreadable }: SqlContext,
  rows: EventRow[],
): Promise<PendingReceipt[]> {
  const { unsealed, unreadable } = unsealEach(
    rows,
    (row) => toStoredEvent(row, cipher),
    onUnreadable,
  )
  for (const sequence of unreadable) await settle(database, sequence)
  return unsealed.map(({ row, result }) => ({
    event: result,
    tries: row.tries - 1,
    notified: row.notified_id,
  }))
}
