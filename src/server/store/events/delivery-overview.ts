import type { Selectable } from 'kysely'
import { DELIVERY_STATES, type DeliveryState } from '#shared/api/admin/get-overview.ts'
import { isHostEventType } from '../rows/events.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { SqlContext } from '../rows/transaction.ts'
import type { HostEventType } from '../database/stored-event.ts'

export type StoredDelivery = {
  eventId: string
  type: HostEventType
  state: DeliveryState
  tries: number
  error: string | null
  createdAt: EpochMs
  nextAt: EpochMs | null
}

export type DeliveryOverview = {
  counts: Record<DeliveryState, number>
  /** When the oldest undelivered event was written; null when there is none. */
  oldestAt: EpochMs | null
  /** Dead ones first, then retrying ones, then the newest; at most 50. */
  deliveries: StoredDelivery[]
}

const MAX_DELIVERIES = 50
/** States of an event that is not delivered yet. */
const WAITING = ['pending', 'retrying'] as const satisfies DeliveryState[]

export function createDeliveryOverview({ database }: SqlContext) {
  return {
    async deliveryOverview(): Promise<DeliveryOverview> {
      return {
        counts: await countByState(database.read),
        oldestAt: await findOldest(database.read),
        deliveries: await listUrgentFirst(database.read),
      }
    },

    /** When the oldest undelivered event was written; null when there is none. */
    oldestDeliveryAt: () => findOldest(database.read),
  }
}

async function countByState(sql: Sql): Promise<Record<DeliveryState, number>> {
  const rows = await sql
    .selectFrom('events')
    .select(({ fn }) => ['delivery', fn.countAll<number>().as('count')])
    .where('delivery', 'is not', null)
    .groupBy('delivery')
    .execute()
  const counts = new Map(rows.map(({ delivery, count }) => [delivery, count]))
  const [pending = 0, retrying = 0, delivered = 0, dead = 0] = DELIVERY_STATES.map((state) =>
    counts.get(state),
  )
  return { pending, retrying, delivered, dead }
}

/** Searches by state, because by `deliver_at` SQLite would scan every event in the order of age. */
async function findOldest(sql: Sql): Promise<EpochMs | null> {
  const { at } = await sql
    .selectFrom('events')
    .select(({ fn }) => fn.min<EpochMs | null>('created_at').as('at'))
    .where('delivery', 'in', WAITING)
    .executeTakeFirstOrThrow()
  return at
}

async function listUrgentFirst(sql: Sql): Promise<StoredDelivery[]> {
  const dead = await listNewest(sql, ['dead'], MAX_DELIVERIES)
  const retried = await listNewest(sql, ['retrying'], MAX_DELIVERIES - dead.length)
  const left = MAX_DELIVERIES - dead.length - retried.length
  return [...dead, ...retried, ...(await listNewest(sql, ['pending', 'delivered'], left))]
}

async function listNewest(
  sql: Sql,
  states: DeliveryState[],
  limit: number,
): Promise<StoredDelivery[]> {
  const rows = await sql
    .selectFrom('events')
    .selectAll()
    .where('delivery', 'in', states)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(toStoredDelivery)
}

function toStoredDelivery(row: Selectable<Schema['events']>): StoredDelivery[] {
  if (row.delivery === null || !isHostEventType(row.type)) return []
  return [
    {
      eventId: row.id,
      type: row.type,
      state: row.delivery,
      tries: row.delivery_tries,
      error: row.delivery_error,
      createdAt: row.created_at,
      nextAt: row.deliver_at,
    },
  ]
}
