import { sql as raw } from 'kysely'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'

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
