import { sql } from 'kysely'
import { errorCode } from '../../log/error-code.ts'
import { isPostgres } from '../database/migrations.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Table } from './describe-tables.ts'
import { inTransaction } from './in-transaction.ts'

/** Another process uses the source. */
export class InUseError extends Error {
  override name = 'InUseError'
}

/**
 * Runs work in a transaction that keeps every other process from the source, from its start to its commit.
 *
 * @throws {InUseError} while another process uses the source
 */
export function holdSource<Result>(
  source: Sql,
  tables: readonly Table[],
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const held = isPostgres(source) ? holdPostgres(source, tables, work) : holdSqlite(source, work)
  return held.catch(failInUse)
}

/** SQLite leaves the write-ahead mode only if no other process has the file open; without it, one writer excludes even readers. */
async function holdSqlite<Result>(
  source: Sql,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  await sql`pragma journal_mode = delete`.execute(source)
  return inTransaction(source, {
    begin: 'begin exclusive',
    async work(db) {
      const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db)
      // Another process may have come between the two.
      if (rows[0]?.journal_mode !== 'delete')
        throw new InUseError('another process uses the source')
      return work(db)
    },
  })
}

const LOCK_TIMEOUT_MS = 3_000
/**
 * A server asks its database something once a second. A connection that rests longer than this is one that a pooler such as PgBouncer
 * keeps.
 */
const RESTS_S = 10

async function holdPostgres<Result>(
  source: Sql,
  tables: readonly Table[],
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  await requireAlone(source)
  return inTransaction(source, {
    begin: 'begin',
    async work(db) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db)
      const names = sql.join(tables.map(({ name }) => sql.table(name)))
      await sql`lock table ${names} in exclusive mode`.execute(db)
      await requireAlone(db)
      return work(db)
    },
  })
}

async function requireAlone(db: Sql): Promise<void> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and (state is distinct from 'idle' or state_change > now() - ${sql.lit(`${RESTS_S} s`)}::interval)
    limit 1`.execute(db)
  if (rows.length > 0) throw new InUseError('another process uses the source')
}

/** SQLite's file is open elsewhere, or a transaction of another process does not end in time (55P03). */
export function failInUse(cause: unknown): never {
  throw /^(?:SQLITE_BUSY\w*|55P03)$/.test(errorCode(cause) ?? '')
    ? new InUseError('another process uses the source', { cause })
    : cause
}
