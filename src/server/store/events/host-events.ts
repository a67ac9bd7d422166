import type { Selectable } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { unsealEach, operatorEventUnsealer, type OperatorEvent } from './operator-events.ts'
import { assignPositions } from './assign-positions.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** Positions grow in the order of reading: no event appears before one that a reader has seen. */
type PositionedEvent = OperatorEvent & { position: number }

/** How far a reader got. `eventId`: of the event at this position; null for the start, or if it was not recorded. */
export type EventPosition = { position: number; eventId: string | null }

type EventPage = { after: number; limit: number }

export function createHostEvents({ database, cipher, onUnreadable }: SqlContext) {
  return {
    /**
     * Events after a position, in their order. One that cannot be unsealed is skipped and reported to `onUnreadable`. A page
     * that has only such events is skipped too, because an empty page would look like the end of the list.
     */
    async listHostEvents({ after, limit }: EventPage): Promise<PositionedEvent[]> {
      await assignPositions(database)
      for (let from = after; ;) {
        const rows = await findEvents(database.read, { after: from, limit })
        const unseal = await operatorEventUnsealer(database.read, rows, cipher)
        const unsealPositioned = (row: PositionedRow) => ({
          ...unseal(row),
          position: row.position,
        })
        const { unsealed } = unsealEach(rows, unsealPositioned, onUnreadable)
        const last = rows.at(-1)
        if (unsealed.length > 0 || last === undefined) return unsealed.map(({ result }) => result)
        from = last.position
      }
    },

    /**
     * Whether a reader at this position has read this history; false after a restore that removed or replaced its part.
     */
    async isOfThisHistory({ position, eventId }: EventPosition): Promise<boolean> {
      const { last, present } = await database.read
        .selectFrom('event_positions')
        .select('last')
        .select((query) =>
          query.selectFrom('events').select('id').where('position', '=', position).as('present'),
        )
        .executeTakeFirstOrThrow()
      // If there is no event at the position, it was deleted with its member or swept.
      return position <= last && (present === null || eventId === null || present === eventId)
    },
  }
}

type PositionedRow = Selectable<Schema['events']> & { position: number }

function findEvents(sql: Sql, { after, limit }: EventPage): Promise<PositionedRow[]> {
  return sql
    .selectFrom('events')
    .selectAll()
    .where('position', '>', after)
    .where('type', 'in', HOST_EVENT_TYPES)
    .orderBy('position')
    .limit(limit)
    .$narrowType<{ position: number }>()
    .execute()
}
