import { sql as raw } from 'kysely'
import type { Schema } from './schema.ts'
import type { Sql } from './sql-database.ts'

/** Values of columns, never null: nothing equals it. */
type EqualValues<Row> = { [Column in keyof Row]?: NonNullable<Row[Column]> }

/** The row that has these values, which at most one row has. */
export async function findRow<Table extends keyof Schema>(
  sql: Sql,
  table: Table,
  values: EqualValues<Schema[Table]>,
): Promise<Schema[Table] | undefined> {
  const equal = Object.entries(values).map(
    ([column, value]: [string, unknown]) => raw`${raw.ref(column)} = ${value}`,
  )
  const { rows } = await raw<Schema[Table]>`select * from ${raw.table(table)}
    where ${raw.join(equal, raw` and `)}`.execute(sql)
  return rows[0]
}

/** The rows with these ids, by id; none for null. */
export async function findRowsById<Table extends 'chats' | 'multisigs' | 'users' | 'wallets'>(
  sql: Sql,
  table: Table,
  ids: Iterable<string | null>,
): Promise<Map<string, Schema[Table]>> {
  const present = [...new Set(ids)].filter((id) => id !== null)
  if (present.length === 0) return new Map()
  const { rows } = await raw<Schema[Table]>`select * from ${raw.table(table)}
    where id in (${raw.join(present)})`.execute(sql)
  return new Map(rows.map((row) => [row.id, row]))
}
