import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { errorCode } from '#server/log/error-code.ts'
import { openLibsqlConnection } from '#server/store/database/sqlite-database.ts'
import type { Schema } from '#server/store/database/schema.ts'

/** The current state of a database. Reading it changes and migrates nothing. */
export type DatabaseState = {
  /** Names of the applied migrations, in order; none in an empty database. */
  migrations: string[]
  /** Identifies the key that the database was made with; null before the first start. */
  keyCheck: Uint8Array | null
  /** The code with which the database refused a write; null if it did not. */
  writeError: string | null
}

/** The database cannot be read; `code` is SQLite's, Postgres's or the system's. */
export class DatabaseClosedError extends Error {
  override name = 'DatabaseClosedError'
  readonly code: string
  constructor(cause: unknown) {
    super('the database cannot be looked at', { cause })
    this.code = getCode(cause)
  }
}

/** How long another process may hold the write lock, in milliseconds; the wait blocks this one. */
const BUSY_TIMEOUT_MS = 1_000
const POSTGRES_TIMEOUT_MS = 4_000

/** @param path of an existing file, because a missing one would be created */
export function readSqliteState(path: string): Promise<DatabaseState> {
  return readState(() => {
    const connection = openLibsqlConnection(path)
    connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return new SqliteDialect({ database: connection })
  })
}

export function readPostgresState(connectionString: string): Promise<DatabaseState> {
  return readState(() => {
    const pool = new pg.Pool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: POSTGRES_TIMEOUT_MS,
      // Set on the client side: PgBouncer refuses it as a parameter of the connection.
      query_timeout: POSTGRES_TIMEOUT_MS,
    })
    // Without a listener, the end of an idle connection would end the process.
    pool.on('error', () => undefined)
    return new PostgresDialect({ pool })
  })
}

/** Kysely's own table of applied migrations. */
type Tables = Pick<Schema, 'settings'> & { kysely_migration: { name: string } }
type TablesDatabase = Kysely<Tables>

async function readState(open: () => SqliteDialect | PostgresDialect): Promise<DatabaseState> {
  let db: TablesDatabase | undefined
  try {
    db = new Kysely<Tables>({ dialect: open() })
    return await look(db)
  } catch (error) {
    throw new DatabaseClosedError(error)
  } finally {
    await db?.destroy()
  }
}

async function look(db: TablesDatabase): Promise<DatabaseState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const has = (table: keyof Tables) => tables.some(({ name }) => name === table)
  const migrations = has('kysely_migration')
    ? await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
    : []
  const settings = has('settings')
    ? await db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'key-check')
        .executeTakeFirst()
    : undefined
  return {
    migrations: migrations.map(({ name }) => name),
    keyCheck: settings?.value ?? null,
    writeError: await tryToWrite(db),
  }
}

/** Not an error: it makes the transaction roll back. */
class Undo extends Error {}

async function tryToWrite(db: TablesDatabase): Promise<string | null> {
  const write = db.transaction().execute(async (transaction) => {
    await transaction.schema.createTable('clasp_doctor').addColumn('nothing', 'integer').execute()
    throw new Undo()
  })
  return write.catch((error: unknown) => (error instanceof Undo ? null : getCode(error)))
}

/** Without a code, the connection broke or was never made. */
function getCode(error: unknown): string {
  return errorCode(error) ?? 'no connection'
}
