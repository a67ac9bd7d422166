import type { ExpressionBuilder, Selectable } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import type { DeliveryResult, PendingDelivery } from '../host-store.ts'
import { openEach, ownerEventOpener } from './owner-events.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type EventRow = Selectable<Schema['events']>

export function createDeliveries(
  context: SqlContext,
): Pick<Store, 'leaseDeliveries' | 'settleDelivery' | 'redeliver' | 'nextDeliveryAt'> {
  const { database } = context
  return {
    async leaseDeliveries(now, leaseUntil, limit) {
      const rows = await writeUnit(context, now, (unit) => lease(unit, leaseUntil, limit))
      return openLeased(context, rows)
    },

    settleDelivery: (sequence, result) => settle(context, sequence, result),

    async redeliver(eventId, now) {
      const queued = await database.write((sql) =>
        sql
          .updateTable('events')
          .set({ delivery: 'pending', deliver_at: now, delivery_tries: 0, delivery_error: null })
          .where('id', '=', eventId)
          .where('type', 'in', HOST_EVENT_TYPES)
          .returning('sequence')
          .executeTakeFirst(),
      )
      return queued !== undefined
    },

    async nextDeliveryAt() {
      const next = await database.read
        .selectFrom('events')
        .select('deliver_at')
        .where('deliver_at', 'is not', null)
        .where(isFirstOfItsMembers)
        .orderBy('deliver_at')
        .limit(1)
        .executeTakeFirst()
      return next?.deliver_at ?? null
    },
  }
}

/** Leasers take turns, so that none chooses by what another is about to change. */
async function lease({ sql, lock, now }: Unit, leaseUntil: EpochMs, limit: number) {
  await lock('deliveries')
  const due = await sql
    .selectFrom('events')
    .select('sequence')
    .where('deliver_at', '<=', now)
    .where(isFirstOfItsMembers)
    .orderBy('deliver_at')
    .orderBy('sequence')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  const rows = await sql
    .updateTable('events')
    .set((query) => ({ deliver_at: leaseUntil, delivery_tries: query('delivery_tries', '+', 1) }))
    .where(
      'sequence',
      'in',
      due.map(({ sequence }) => sequence),
    )
    .where('deliver_at', '<=', now)
    .returningAll()
    .execute()
  return rows.sort((one, other) => one.sequence - other.sequence)
}

/** Each half finds its rows through an index of what waits. */
function isFirstOfItsMembers(query: ExpressionBuilder<Schema, 'events'>) {
  const earlier = query
    .selectFrom('events as earlier')
    .select('earlier.sequence')
    .where('earlier.deliver_at', 'is not', null)
    .whereRef('earlier.sequence', '<', 'events.sequence')
  const members = [query.ref('events.user_id'), query.ref('events.other_user_id')]
  return query.and([
    query.not(query.exists(earlier.where('earlier.user_id', 'in', members))),
    query.not(query.exists(earlier.where('earlier.other_user_id', 'in', members))),
  ])
}

async function openLeased(context: SqlContext, rows: EventRow[]): Promise<PendingDelivery[]> {
  const { database, cipher, onUnreadable } = context
  const open = await ownerEventOpener(database.read, rows, cipher)
  const { opened, unreadable } = openEach(rows, open, onUnreadable)
  for (const sequence of unreadable) {
    await settle(context, sequence, { state: 'dead', error: 'unreadable' })
  }
  return opened.map(({ row, result: { event, telegramIds } }) => ({
    event,
    telegramIds,
    tries: row.delivery_tries - 1,
  }))
}

async function settle(
  { database }: Pick<SqlContext, 'database'>,
  sequence: number,
  result: DeliveryResult,
): Promise<void> {
  if (result.state !== 'retrying') {
    await database.statement((sql) => note(sql, sequence, result))
    return
  }
  await database.write(async (sql) => {
    const retried = await note(sql, sequence, result)
    if (retried) await postponeLater(sql, retried, result.nextAt)
  })
}

/** Undefined for an event that is settled already, or gone with its member. */
function note(sql: Sql, sequence: number, result: DeliveryResult) {
  return sql
    .updateTable('events')
    .set((query) => ({
      delivery: result.state,
      deliver_at: result.state === 'retrying' ? result.nextAt : null,
      delivery_error: result.state === 'delivered' ? null : result.error,
      ...(isCounted(result) ? {} : { delivery_tries: query('delivery_tries', '-', 1) }),
    }))
    .where('sequence', '=', sequence)
    .where('deliver_at', 'is not', null)
    .returning(['sequence', 'user_id', 'other_user_id'])
    .executeTakeFirst()
}

function isCounted(result: DeliveryResult): boolean {
  return result.state !== 'retrying' || result.isCounted !== false
}

/** What waits behind an event waits for its time, too: a long outage leaves few rows to look through. */
async function postponeLater(
  sql: Sql,
  { sequence, user_id, other_user_id }: Pick<EventRow, 'sequence' | 'user_id' | 'other_user_id'>,
  until: EpochMs,
): Promise<void> {
  const members = other_user_id === null ? [user_id] : [user_id, other_user_id]
  for (const column of ['user_id', 'other_user_id'] as const) {
    await sql
      .updateTable('events')
      .set({ deliver_at: until })
      .where(column, 'in', members)
      .where('sequence', '>', sequence)
      .where('deliver_at', '<', until)
      .execute()
  }
}
