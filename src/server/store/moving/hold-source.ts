import { sql } from 'kysely'
import { errorCode } from '../../log/error-code.ts'
import { isPostgres } from '../database/migrations.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Table } from './describe-tables.ts'

/** Another process uses the source. */
export class InUseError extends Error {
  override name = 'InUseError'
}

/** Runs work over one state of the source, while others write to it. */
export function readSource<Result>(
  source: Sql,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return inTransaction(source, {
    begin: isPostgres(source) ? 'begin isolation level repeatable read, read only' : 'begin',
    work,
  })
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
  return isPostgres(source) ? holdPostgres(source, tables, work) : holdSqlite(source, work)
}

/** SQLite leaves the write-ahead mode only if no other process has the file open; without it, one writer excludes even readers. */
async function holdSqlite<Result>(
  source: Sql,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  await run(source, 'pragma journal_mode = delete').catch(failInUse)
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
      await run(db, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      const names = sql.join(tables.map(({ name }) => sql.table(name)))
      await sql`lock table ${names} in exclusive mode`.execute(db).catch(failInUse)
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

function inTransaction<Result>(
  source: Sql,
  { begin, work }: { begin: string; work: (sql: Sql) => Promise<Result> },
): Promise<Result> {
  return source.connection().execute(async (db) => {
    await run(db, begin).catch(failInUse)
    try {
      const result = await work(db)
      await run(db, 'commit')
      return result
    } catch (error) {
      // If this fails, the connection is gone, and the transaction with it.
      await run(db, 'rollback').catch(() => undefined)
      throw error
    }
  })
}

async function run(db: Sql, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/** SQLite's file is open elsewhere, or a transaction of another process does not end in time (55P03). */
export function failInUse(cause: unknown): never {
  throw /^(?:SQLITE_BUSY\w*|55P03)$/.test(errorCode(cause) ?? '')
    ? new InUseError('another process uses the source', { cause })
    : cause
}
