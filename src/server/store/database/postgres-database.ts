import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Dialect,
  type DialectAdapter,
  type Driver,
} from 'kysely'
import pg from 'pg'
import { SchemaError } from './judge-schema.ts'
import { migrateSchema, type PrepareSchema } from './migrate.ts'
import { ANSWER_TIMEOUT_MS, createPostgresDriver } from './postgres-driver.ts'
import { createPostgresRateLimits } from './postgres-rate-limits.ts'
import type { Schema } from './schema.ts'
import type { AheadQuery, LockName, Sql, SqlDatabase } from './sql-database.ts'

/** Most connections of one process at the same time. */
const POOL_SIZE = 10
/** How long it may take to open a connection, or to wait for a free one, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000
/**
 * How long a migration may wait for a table, in milliseconds. Everything that uses the table waits behind it meanwhile, so it
 * fails soon, and the start tries again.
 */
const MIGRATION_LOCK_MS = 1_000
/** How long a connection may be silent before the system sends a keep-alive probe, in milliseconds. */
const KEEP_ALIVE_MS = 10_000

export async function openPostgresDatabase(
  connectionString: string,
  prepareSchema: PrepareSchema = migrateSchema,
  max = POOL_SIZE,
): Promise<SqlDatabase> {
  await prepare(connectionString, prepareSchema)
  const pool = createPool({
    connectionString,
    max,
    types: bigintAsNumber(),
    query_timeout: ANSWER_TIMEOUT_MS,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  const driver = createPostgresDriver(pool, retryLostRaces)
  const db = new Kysely<Schema>({ dialect: getDialect(() => driver, new PostgresAdapter()) })
  return {
    read: db,
    write: (work) => retryLostRaces(() => db.transaction().execute(work)),
    statement: (work) => work(db),
    lock: lockUntilCommit,
    // Postgres assigns the numbers without a lock, so they become visible in the order of commits, not in their own.
    nextSequence: sql`nextval('event_sequence')`,
    takeFree: sql`for update skip locked`,
    rateLimits: createPostgresRateLimits(db),
    close: () => db.destroy(),
  }
}

/** One connection, for a look into a database as it is. */
export function connectToPostgres(connectionString: string): Kysely<Schema> {
  const pool = createPool({ connectionString, max: 1, query_timeout: CONNECT_TIMEOUT_MS })
  const dialect = getDialect(() => createPostgresDriver(pool), new PostgresAdapter())
  return new Kysely<Schema>({ dialect })
}

/**
 * The library takes a session lock, which does not work behind PgBouncer. We lock in the transaction around its work.
 */
class UnlockedAdapter extends PostgresAdapter {
  override get supportsTransactionalDdl() {
    return false
  }
  override acquireMigrationLock = () => Promise.resolve()
  override releaseMigrationLock = () => Promise.resolve()
}

/** Uses a separate connection without time limits, because a migration takes as long as the tables need. */
async function prepare(connectionString: string, prepareSchema: PrepareSchema): Promise<void> {
  const pool = createPool({ connectionString, max: 1 })
  const dialect = getDialect(() => createPostgresDriver(pool), new UnlockedAdapter())
  // After a statement failed, Postgres refuses the others; the library then reports that instead of the reason.
  let reason: unknown
  const db = new Kysely<Schema>({
    dialect,
    log: (event) => {
      if (event.level === 'error') reason ??= event.error
    },
  })
  try {
    await db.connection().execute((connection) => prepareInTurn(connection, prepareSchema))
  } catch (error) {
    throw reason === undefined || error instanceof SchemaError
      ? error
      : new Error('the database cannot be migrated', { cause: reason })
  } finally {
    await db.destroy()
  }
}

/** The migration is applied as a whole or not at all. */
async function prepareInTurn(db: Kysely<Schema>, prepareSchema: PrepareSchema): Promise<void> {
  await sql`begin`.execute(db)
  try {
    await lockUntilCommit(db, ['migrations'])
    await sql`set local lock_timeout = ${sql.lit(MIGRATION_LOCK_MS)}`.execute(db)
    await prepareSchema(db)
    await sql`commit`.execute(db)
  } catch (error) {
    // If this fails, the connection is gone, and the transaction with it.
    await sql`rollback`.execute(db).catch(() => undefined)
    throw error
  }
}

function createPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options })
  // The pool replaces a broken connection, and the transaction that uses it fails at its next statement. Without
  // handlers, these error events (of an idle connection, of one in use) would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function getDialect(createDriver: () => Driver, adapter: DialectAdapter): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Times and counters stay below 2^53. */
function bigintAsNumber(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

async function lockUntilCommit(trx: Sql, names: LockName[]): Promise<void> {
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const query: AheadQuery = { ...sql`select ${sql.join(locks)}`.compile(trx), isAhead: true }
  await trx.executeQuery(query)
}

const MAX_RUNS = 5

/** Another transaction was first: foreign_key_violation, unique_violation, serialization_failure, deadlock_detected. */
const LOST_RACE = new Set(['23503', '23505', '40001', '40P01'])

async function retryLostRaces<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isLostRace(error) || runs === MAX_RUNS) throw error
    }
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOST_RACE.has(error.code ?? '')
}
