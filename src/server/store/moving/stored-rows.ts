import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../database/migrations.ts'
import { MOVE_MARK, MoveError } from '../database/move-mark.ts'
import type { Sql } from '../database/sql-database.ts'
import type { TableColumn, Table } from './describe-tables.ts'

type Value = string | number | Uint8Array | null

/** A row as both databases have it. */
export type Row = {
  /** In the order of the table's columns. */
  values: Value[]
  /** The values as text: equal rows have equal texts. */
  text: string
  /** The same of the values that identify the row. */
  key: string
  keyValues: Value[]
}

const MOST_ROWS = 1_000
/** Values of one statement: SQLite takes 32,766, Postgres 65,535. */
const MOST_VALUES = 30_000

/** All rows in the order of their keys, as the database sorts them, some at a time. Their number is bounded by what a statement takes. */
export async function* readRows(db: Sql, table: Table): AsyncGenerator<Row[]> {
  const limit = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / table.columns.length))
  for (let last: Row | undefined; ;) {
    const after = last && sql`(${refs(table.key)}) > (${sql.join(last.keyValues)})`
    const rows = await select(
      db,
      table,
      sql`${filter(table, after)}
      order by ${refs(table.key)} limit ${sql.lit(limit)}`,
    )
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

/** Those rows of a table that have the keys of others, by key. */
export async function findRows(
  db: Sql,
  table: Table,
  others: readonly Row[],
): Promise<Map<string, Row>> {
  const rows = await select(db, table, filter(table, hasKeyOf(db, table, others)))
  return new Map(rows.map((row) => [row.key, row]))
}

export async function countRows(db: Sql, table: Table): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count
    from ${sql.table(table.name)} ${filter(table)}`.execute(db)
  return Number(rows[0]?.count)
}

/** Writes rows, over those that have their keys. */
export async function writeRows(db: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  const given = rows.map(({ values }) => sql`(${sql.join(values)})`)
  await sql`insert into ${sql.table(table.name)} (${refs(table.columns)}) values ${sql.join(given)}
    ${writeOver(table)}`.execute(db)
}

export async function deleteRows(db: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  await sql`delete from ${sql.table(table.name)} ${filter(table, hasKeyOf(db, table, rows))}`.execute(
    db,
  )
}

async function select(db: Sql, table: Table, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Record<string, unknown>>`select ${refs(table.columns)}
    from ${sql.table(table.name)} ${rest}`.execute(db)
  return rows.map((row) => toRow(table, row))
}

/** The mark of the move is of one database alone. */
function filter({ name }: Table, ...given: (RawBuilder<unknown> | undefined)[]) {
  const own = name === 'settings' ? sql`name <> ${MOVE_MARK}` : undefined
  const conditions = [own, ...given].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

function hasKeyOf(db: Sql, { key }: Table, rows: readonly Row[]): RawBuilder<unknown> {
  const keys = sql.join(rows.map(({ keyValues }) => sql`(${sql.join(keyValues)})`))
  const list = isPostgres(db) ? keys : sql`values ${keys}`
  return sql`(${refs(key)}) in (${list})`
}

function writeOver({ columns, key }: Table): RawBuilder<unknown> {
  const others = columns.filter((column) => !key.includes(column))
  if (others.length === 0) return sql`on conflict do nothing`
  const changes = others.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  return sql`on conflict (${refs(key)}) do update set ${sql.join(changes)}`
}

function refs(columns: readonly TableColumn[]): RawBuilder<unknown> {
  return sql.join(columns.map(({ name }) => sql.ref(name)))
}

function toRow(table: Table, row: Record<string, unknown>): Row {
  const values = table.columns.map((column) => toValue(table, column, row[column.name]))
  const keyValues = table.key.map((column) => values[table.columns.indexOf(column)] ?? null)
  return { values, text: toText(values), key: toText(keyValues), keyValues }
}

/** What each type is in our code. Of Postgres, 64-bit integers come as text. */
const TYPES: Record<string, (value: unknown) => Value | undefined> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  bytea: (value) => (value instanceof Uint8Array ? value : undefined),
  integer: toWhole,
  bigint: toWhole,
  'double precision': (value) => (typeof value === 'number' ? value : undefined),
}

function toWhole(value: unknown): number | undefined {
  const whole = Number(value)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** @throws {MoveError} for what could not be the same on the other side */
function toValue({ name }: Table, column: TableColumn, value: unknown): Value {
  if (value === null) return null
  const known = TYPES[column.type]?.(value)
  if (known === undefined)
    throw new MoveError(`${name}.${column.name} holds something that is not of type ${column.type}`)
  return known
}

function toText(values: readonly Value[]): string {
  return JSON.stringify(values.map((value) => (value instanceof Uint8Array ? toHex(value) : value)))
}

/** In a list, so that it is no text. */
function toHex(value: Uint8Array): [string] {
  return [Buffer.from(value).toString('hex')]
}
