import { sql } from 'kysely'
import { isPostgres } from '../database/migrations.ts'
import { MoveError } from '../database/move-mark.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import type { Sql } from '../database/sql-database.ts'

/** A table that the migrations of this build make. */
export type Table = {
  name: string
  columns: TableColumn[]
  /** What identifies a row: the primary key, or all columns where there is none. */
  key: TableColumn[]
  /** Names of the tables that it refers to. */
  parents: string[]
}

/** @see first-schema.ts for why SQLite knows the type names of Postgres */
export type TableColumn = { name: string; type: string }

/** Counts of a rate live as long as the process over SQLite. They begin anew after a move, as after its restart. */
const COUNTS = 'rate_limits'

/**
 * The tables whose rows move, each after those that it refers to. The one source for them are the migrations, run in a database in
 * memory.
 */
export async function describeTables(): Promise<Table[]> {
  return (await describeAll()).filter(({ name }) => name !== COUNTS)
}

/** @throws {MoveError} if a database has other tables or columns than this build makes */
export async function requireTables(db: Sql, owner: string): Promise<void> {
  const ours = (await describeAll()).flatMap(listColumns)
  const theirs = (await listTables(db)).flatMap(listColumns)
  const unknown = theirs.find((column) => !ours.includes(column))
  if (unknown !== undefined)
    throw new MoveError(
      `${owner} has ${unknown}, which this version does not know and would not move`,
    )
  const missing = ours.find((column) => !theirs.includes(column))
  if (missing !== undefined) throw new MoveError(`${owner} lacks ${missing}`)
}

/** The tables of a database, without those of the library that migrates. */
export async function listTables(
  db: Sql,
): Promise<{ name: string; columns: { name: string }[] }[]> {
  const tables = await db.introspection.getTables()
  const schema = isPostgres(db) ? await findSchema(db) : undefined
  return tables.filter((table) => !table.isView && table.schema === schema)
}

async function findSchema(db: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema
}

function listColumns({ name, columns }: { name: string; columns: { name: string }[] }): string[] {
  return columns.map((column) => `${name}.${column.name}`)
}

async function describeAll(): Promise<Table[]> {
  const database = await openSqliteDatabase(':memory:')
  try {
    const tables: Table[] = []
    for (const { name } of await listTables(database.read))
      tables.push(await describe(database.read, name))
    return inOrder(tables)
  } finally {
    await database.close()
  }
}

type ColumnRow = { name: string; type: string; pk: number }

async function describe(db: Sql, name: string): Promise<Table> {
  const columns = await sql<ColumnRow>`select name, lower(type) as type, pk
    from pragma_table_info(${name})`.execute(db)
  const parents = await sql<{ parent: string }>`select distinct "table" as parent
    from pragma_foreign_key_list(${name})`.execute(db)
  const key = columns.rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns: columns.rows,
    key: key.length > 0 ? key : columns.rows,
    parents: parents.rows.map(({ parent }) => parent).filter((parent) => parent !== name),
  }
}

function inOrder(tables: readonly Table[]): Table[] {
  const placed = new Map<string, Table>()
  while (placed.size < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    placed.set(next.name, next)
  }
  return [...placed.values()]
}
