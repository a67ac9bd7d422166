import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { errorCode } from '#server/error-code.ts'
import { openLibsqlConnection } from '#server/store/database/libsql-connection.ts'
import type { Schema } from '#server/store/database/schema.ts'

/** A database as it is. Nothing in it is changed, and nothing is migrated. */
export type DatabaseState = {
  /** Names of the migrations that were run, in their order; none in an empty database. */
  migrations: string[]
  /** Tells the key that the database was made with; null before the first start. */
  keyCheck: Uint8Array | null
  /** Null, or the code of the database's refusal. */
  writeError: string | null
}

/** The database cannot be looked at; `code` is SQLite's, Postgres' or the system's. */
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

/** @param path of a file that exists: it would be made otherwise */
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
      // Not a parameter of the connection, which PgBouncer refuses.
      query_timeout: POSTGRES_TIMEOUT_MS,
    })
    // Unheard, the end of an idle connection would end the process.
    pool.on('error', () => undefined)
    return new PostgresDialect({ pool })
  })
}

/** Kysely's own table of what it has run. */
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

/** Not an error: how a transaction is told to leave nothing behind. */
class Undo extends Error {}

async function tryToWrite(db: TablesDatabase): Promise<string | null> {
  const write = db.transaction().execute(async (transaction) => {
    await transaction.schema.createTable('clasp_doctor').addColumn('nothing', 'integer').execute()
    throw new Undo()
  })
  return write.catch((error: unknown) => (error instanceof Undo ? null : getCode(error)))
}

/** Without a code, the driver's own word for a connection that broke or never came. */
function getCode(error: unknown): string {
  return errorCode(error) ?? 'no connection'
}
