import { sql } from 'kysely'
import { withDatabase } from '#server/store/database/database-state.ts'
import type { Sql } from '#server/store/database/sql-database.ts'

const ROWS = 3
/** Close to the largest whole number that both our code and the databases have. */
const LARGE = 2 ** 52

type PragmaColumn = { name: string; type: string; notnull: number; pk: number }
type ReferenceRow = { table: string; from: string; to: string }

/**
 * Writes rows into every table of a migrated SQLite database, by its own catalogue: each column has values, and nulls where there may
 * be some.
 */
export async function fillTables(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    await sql`pragma foreign_keys = off`.execute(db)
    for (const { name } of await db.introspection.getTables()) await fillTable(db, name)
    await sql`pragma foreign_keys = on`.execute(db)
  })
}

async function fillTable(db: Sql, table: string): Promise<void> {
  const columns = await sql<PragmaColumn>`select name, lower(type) as type, "notnull", pk
    from pragma_table_info(${table})`.execute(db)
  const references = await sql<ReferenceRow>`select "table", "from", "to"
    from pragma_foreign_key_list(${table})`.execute(db)
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  for (let row = 0; row < ROWS; row += 1) {
    const values = columns.rows.map((column) => {
      const parent = references.rows.find(({ from }) => from === column.name)
      if (row === 1 && column.notnull === 0 && column.pk === 0) return null
      return parent ? getText(parent.table, parent.to, row) : getValue(table, column, row)
    })
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(db)
  }
}

function getValue(table: string, { name, type }: PragmaColumn, row: number) {
  switch (type) {
    case 'text':
      return getText(table, name, row)
    case 'bytea':
      return row === 0 ? Buffer.from(`\0\u00ff${table}.${name}`) : Uint8Array.of(row)
    case 'integer':
      return row
    case 'bigint':
      return row === 0 ? -1 : LARGE + row
    case 'double precision':
      return row / 7
    default:
      throw new Error(`there is no value of type ${type} yet`)
  }
}

function getText(table: string, column: string, row: number): string {
  return `${table}.${column} '${row}' \u{1f600}`
}
