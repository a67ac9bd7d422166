import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { createPostgresRateLimits } from './postgres-rate-limits.ts'
import type { Schema } from './schema.ts'
import type { LockName, Sql, SqlDatabase } from './sql-database.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000

export async function openPostgresDatabase(connectionString: string): Promise<SqlDatabase> {
  const pool = new pg.Pool({
    connectionString,
    types: bigintAsNumber(),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  // A connection that breaks is replaced by the pool, and fails the unit that uses it at its next
  // statement. Unheard, the events (of an idle connection, of one in use) would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    read: db,
    write: (work) => retryLostRaces(() => db.transaction().execute(work)),
    statement: (work) => work(db),
    lock: lockUntilCommit,
    rateLimits: createPostgresRateLimits(db),
    backup: () => Promise.reject(new Error('Postgres is backed up with its own pg_dump')),
    close: () => db.destroy(),
  }
}

/** Times and counters stay below 2^53. */
function bigintAsNumber(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  return types
}

async function lockUntilCommit(unit: Sql, names: LockName[]): Promise<void> {
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  await sql`select ${sql.join(locks)}`.execute(unit)
}

const MAX_RUNS = 5

/** foreign_key_violation, unique_violation, serialization_failure, deadlock_detected: another unit was first. */
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
