import Database from 'libsql'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** One connection: the interface that Kysely requires, and `exec` for statements without values. */
export interface LibsqlConnection extends SqliteDatabase {
  exec(statement: string): void
  isInTransaction(): boolean
}

/** How long another process may hold the write lock before a statement fails, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000
/** Pages cached in memory, in KiB: enough for the indexes of a busy database. */
const CACHE_KIB = 64 * 1024
/** Query texts are few and constant; the bound only guards against one that grows with its input. */
const MAX_CACHED_STATEMENTS = 500

/** @param path file name, or `:memory:` */
export function openLibsqlConnection(path: string): LibsqlConnection {
  const database = new Database(path)
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // Deleted data is also overwritten in the file.
  database.exec('pragma secure_delete = on')
  database.exec(`pragma cache_size = -${CACHE_KIB}`)
  return {
    prepare: cachedStatements((text) => adaptStatement(database.prepare(text))),
    exec: (statement) => {
      database.exec(statement)
    },
    isInTransaction: () => database.inTransaction,
    close: () => {
      database.close()
    },
  }
}

/** Preparing costs several times as much as a small query, and only the garbage collector frees a statement. */
function cachedStatements(prepare: (text: string) => SqliteStatement) {
  const statements = new Map<string, SqliteStatement>()
  return (text: string): SqliteStatement => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size === MAX_CACHED_STATEMENTS) statements.clear()
    const statement = prepare(text)
    statements.set(text, statement)
    return statement
  }
}

function adaptStatement(statement: Database.Statement): SqliteStatement {
  const { reader } = statement
  return {
    reader,
    all: (parameters) => statement.all(bindable(parameters)).map(withByteArrays),
    run: (parameters) => statement.run(bindable(parameters)),
    iterate: (parameters) => statement.iterate(bindable(parameters)),
  }
}

/** The native binding aborts the whole process on a boolean, so only types that it accepts may reach it. */
function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (value === null || ['string', 'number', 'bigint'].includes(typeof value)) return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`SQLite cannot bind a value of type ${typeof value}`)
  })
}

/** The binding returns blobs as ArrayBuffer; Postgres and our types use Uint8Array. */
function withByteArrays(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) Reflect.set(row, column, new Uint8Array(value))
  }
  return row
}
