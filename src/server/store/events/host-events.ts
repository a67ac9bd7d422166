import type { Selectable } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { openEach, ownerEventOpener } from './owner-events.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'

type Page = Parameters<Store['listHostEvents']>[0]

export function createHostEvents({
  database,
  cipher,
  onUnreadable,
}: SqlContext): Pick<Store, 'listHostEvents'> {
  return {
    /** A page of nothing but unreadable events would look like the end of the list. */
    async listHostEvents({ after, limit }) {
      for (let from = after; ;) {
        const rows = await findEvents(database.read, { after: from, limit })
        const open = await ownerEventOpener(database.read, rows, cipher)
        const { opened } = openEach(rows, open, onUnreadable)
        const last = rows.at(-1)
        if (opened.length > 0 || last === undefined) return opened.map(({ result }) => result)
        from = last.sequence
      }
    },
  }
}

function findEvents(sql: Sql, { after, limit }: Page): Promise<Selectable<Schema['events']>[]> {
  return sql
    .selectFrom('events')
    .selectAll()
    .where('sequence', '>', after)
    .where('type', 'in', HOST_EVENT_TYPES)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}
