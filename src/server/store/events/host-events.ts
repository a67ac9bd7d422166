import type { Selectable } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { openEach, ownerEventOpener } from './owner-events.ts'
import { placeEvents } from './place-events.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'

type Page = Parameters<Store['listHostEvents']>[0]

export function createHostEvents({
  database,
  cipher,
  onUnreadable,
}: SqlContext): Pick<Store, 'listHostEvents' | 'isOfThisHistory'> {
  return {
    /** A page of nothing but unreadable events would look like the end of the list. */
    async listHostEvents({ after, limit }) {
      await placeEvents(database)
      for (let from = after; ;) {
        const rows = await findEvents(database.read, { after: from, limit })
        const open = await ownerEventOpener(database.read, rows, cipher)
        const openPlaced = (row: PlacedRow) => ({ ...open(row), place: row.place })
        const { opened } = openEach(rows, openPlaced, onUnreadable)
        const last = rows.at(-1)
        if (opened.length > 0 || last === undefined) return opened.map(({ result }) => result)
        from = last.place
      }
    },

    async isOfThisHistory({ place, eventId }) {
      const { last, present } = await database.read
        .selectFrom('event_places')
        .select('last')
        .select((query) =>
          query.selectFrom('events').select('id').where('place', '=', place).as('present'),
        )
        .executeTakeFirstOrThrow()
      // Where no event is, it went with its member, or with time.
      return place <= last && (present === null || eventId === null || present === eventId)
    },
  }
}

type PlacedRow = Selectable<Schema['events']> & { place: number }

function findEvents(sql: Sql, { after, limit }: Page): Promise<PlacedRow[]> {
  return sql
    .selectFrom('events')
    .selectAll()
    .where('place', '>', after)
    .where('type', 'in', HOST_EVENT_TYPES)
    .orderBy('place')
    .limit(limit)
    .$narrowType<{ place: number }>()
    .execute()
}
