import { type Selectable, sql as raw } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { unsealEach, operatorEventUnsealer, type OperatorEvent } from './operator-events.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'
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

/** Events that get their positions in one transaction. The number is limited because other transactions wait for it. */
export const MAX_POSITIONED = 1_000

/**
 * Assigns the next positions to events that have none, in the order of their sequence. An event that commits later
 * comes after all events that readers have seen, whatever its sequence. So writers do not wait for other processes, and
 * no cursor skips an event. Returns how many events got a position.
 */
export async function assignPositions(
  database: Pick<SqlDatabase, 'read' | 'write' | 'lock'>,
): Promise<number> {
  if (!(await hasUnpositioned(database.read))) return 0
  return database.write(async (sql) => {
    await database.lock(sql, ['events'])
    return assignSome(sql)
  })
}

async function hasUnpositioned(sql: Sql): Promise<boolean> {
  const row = await sql
    .selectFrom('events')
    .select('sequence')
    .where('position', 'is', null)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** This is one statement, so an event that commits meanwhile is either in all of it or in none. */
async function assignSome(sql: Sql): Promise<number> {
  const { last } = await sql.selectFrom('event_positions').select('last').executeTakeFirstOrThrow()
  const placed = await sql
    .with('unpositioned', (query) =>
      query
        .selectFrom('events')
        .select(['sequence', raw<number>`row_number() over (order by sequence)`.as('rank')])
        .where('position', 'is', null)
        .orderBy('sequence')
        .limit(MAX_POSITIONED),
    )
    .updateTable('events')
    .from('unpositioned')
    .set({ position: raw<number>`${last} + ${raw.ref('unpositioned.rank')}` })
    .whereRef('events.sequence', '=', 'unpositioned.sequence')
    .returning('events.sequence')
    .execute()
  await sql
    .updateTable('event_positions')
    .set({ last: last + placed.length })
    .execute()
  return placed.length
}
