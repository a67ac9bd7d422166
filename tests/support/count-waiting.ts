import { sql } from 'kysely'
import type { Sql } from '#server/store/database/sql-database.ts'

/** How many statements wait for a lock of this Postgres database. */
export async function countWaiting(db: Sql): Promise<number> {
  const { rows } = await sql`select 1 from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length
}
