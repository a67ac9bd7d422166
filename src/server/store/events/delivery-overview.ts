import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
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
  const counts = { pending: 0, retrying: 0, delivered: 0, dead: 0 }
  for (const { delivery, count } of rows) if (delivery !== null) counts[delivery] = count
  return counts
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

function listNewest(sql: Sql, states: DeliveryState[], limit: number): Promise<StoredDelivery[]> {
  return sql
    .selectFrom('events')
    .select(['id as eventId', 'type', 'delivery as state', 'delivery_tries as tries'])
    .select(['delivery_error as error', 'created_at as createdAt', 'deliver_at as nextAt'])
    .where('delivery', 'in', states)
    .where('type', 'in', HOST_EVENT_TYPES)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .$narrowType<{ type: HostEventType; state: DeliveryState }>()
    .execute()
}
