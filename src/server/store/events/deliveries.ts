import { sql as raw, type SqlBool } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { IN_FRONT, releaseNext, getMembers } from '../rows/delivery-queue.ts'
import {
  lockMembers,
  inTransaction,
  type SqlContext,
  type Transaction,
} from '../rows/transaction.ts'
import { leaseDue } from '../rows/lease-due.ts'
import { unsealEach, operatorEventUnsealer, type OperatorEvent } from './operator-events.ts'
import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { EventRow } from '../rows/events.ts'

/** An event on its way to the webhook. `tries` counts the leases before this one. */
export type PendingDelivery = OperatorEvent & { tries: number }

/** The result of a try. */
export type DeliveryResult =
  | { state: 'delivered' }
  /** `isCounted`: false for a try whose failure has nothing to do with the event. @default true */
  | { state: 'retrying'; nextAt: EpochMs; error: string; isCounted?: boolean }
  | { state: 'dead'; error: string }

export function createDeliveries(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Events that are due, leased until `leaseUntil` so that no second process sends them too. An event is due only
     * when no earlier event about any of its members waits, so each member's events arrive in order.
     */
    async leaseDeliveries(
      now: EpochMs,
      leaseUntil: EpochMs,
      limit: number,
    ): Promise<PendingDelivery[]> {
      const rows = await inTransaction(context, now, (trx) => lease(trx, leaseUntil, limit))
      return unsealLeased(context, rows, now)
    },

    settleDelivery: (sequence: number, result: DeliveryResult, now: EpochMs) =>
      settle(context, { sequence, result, now }),

    /** Delivers once more, as if for the first time; false when there is no such event. */
    redeliver: (eventId: string, now: EpochMs) =>
      database.statement((sql) => redeliver(sql, eventId, now)),

    /** Makes deliveries that wait after a failed try due now. */
    async flushDeliveries(now: EpochMs): Promise<void> {
      await database.statement((sql) =>
        sql
          .updateTable('events')
          .set({ deliver_at: now })
          .where('waits_behind', '=', IN_FRONT)
          .where('deliver_at', '>', now)
          .where('delivery_error', 'is not', null)
          .execute(),
      )
    },

    /** When the next delivery is due; null when none waits. */
    async nextDeliveryAt(): Promise<EpochMs | null> {
      const next = await database.read
        .selectFrom('events')
        .select('deliver_at')
        .where('deliver_at', 'is not', null)
        .where('waits_behind', '=', IN_FRONT)
        .orderBy('deliver_at')
        .limit(1)
        .executeTakeFirst()
      return next?.deliver_at ?? null
    },
  }
}

/** Leasers take turns, so that none chooses by data that another is about to change. */
async function lease(trx: Transaction, until: EpochMs, limit: number): Promise<EventRow[]> {
  await trx.lock('deliveries')
  const rows = await leaseDue(trx, {
    table: 'events',
    key: 'sequence',
    at: 'deliver_at',
    until,
    limit,
    among: raw<SqlBool>`waits_behind = ${IN_FRONT}`,
    // A delivery that waits after a failure has an error; one that is under way does not.
    sets: raw`delivery_tries = delivery_tries + 1, delivery_error = null`,
  })
  return rows.sort((one, other) => one.sequence - other.sequence)
}

async function unsealLeased(
  context: SqlContext,
  rows: EventRow[],
  now: EpochMs,
): Promise<PendingDelivery[]> {
  const { database, cipher, onUnreadable } = context
  const unseal = await operatorEventUnsealer(database.read, rows, cipher)
  const { unsealed, unreadable } = unsealEach(rows, unseal, onUnreadable)
  for (const sequence of unreadable) {
    await settle(context, { sequence, now, result: { state: 'dead', error: 'unreadable' } })
  }
  return unsealed.map(({ row, result: { event, telegramIds } }) => ({
    event,
    telegramIds,
    tries: row.delivery_tries - 1,
  }))
}

/**
 * A delivery that is retried stays in front. One that is already settled, or deleted with its member, is left alone.
 */
async function settle(
  context: SqlContext,
  { sequence, result, now }: { sequence: number; result: DeliveryResult; now: EpochMs },
): Promise<void> {
  if (result.state === 'retrying') {
    await context.database.statement((sql) => note(sql, sequence, result))
    return
  }
  const members = await inTransaction(context, now, async (trx) => {
    const found = await findMembers(trx.sql, sequence)
    await lockMembers(trx, found)
    if (!(await note(trx.sql, sequence, result))) return []
    await releaseNext(trx.sql, found)
    return found
  })
  // Of two transactions that settle what is in front of one event, neither sees the other's change before its commit.
  if (members.length > 0) await context.database.statement((sql) => releaseNext(sql, members))
}

async function findMembers(sql: Sql, sequence: number): Promise<string[]> {
  const row = await findRow(sql, 'events', { sequence })
  return row ? getMembers(row) : []
}

/** Returns whether there was a delivery to settle. */
async function note(sql: Sql, sequence: number, result: DeliveryResult): Promise<boolean> {
  const noted = await sql
    .updateTable('events')
    .set((query) => ({
      delivery: result.state,
      deliver_at: result.state === 'retrying' ? result.nextAt : null,
      delivery_error: result.state === 'delivered' ? null : result.error,
      ...(isCounted(result) ? {} : { delivery_tries: query('delivery_tries', '-', 1) }),
    }))
    .where('sequence', '=', sequence)
    .where('deliver_at', 'is not', null)
    .returning('sequence')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Makes the event due immediately, even if its members have waiting events. One that is not delivered yet keeps its
 * turn.
 */
async function redeliver(sql: Sql, eventId: string, now: EpochMs): Promise<boolean> {
  const queued = await sql
    .updateTable('events')
    .set({ delivery: 'pending', deliver_at: now, delivery_tries: 0, delivery_error: null })
    .where('id', '=', eventId)
    .where('type', 'in', HOST_EVENT_TYPES)
    .returning('sequence')
    .executeTakeFirst()
  return queued !== undefined
}

function isCounted(result: DeliveryResult): boolean {
  return result.state !== 'retrying' || result.isCounted !== false
}
