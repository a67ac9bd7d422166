import { sql } from 'kysely'
import { isPostgres } from '../database/migrations.ts'
import type { Sql } from '../database/sql-database.ts'

/** Runs work over one state of a database, while others write to it. */
export function inOneState<Result>(db: Sql, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const begin = isPostgres(db) ? 'begin isolation level repeatable read, read only' : 'begin'
  return inTransaction(db, { begin, work })
}

/** @param begin the statement that begins the transaction */
export function inTransaction<Result>(
  db: Sql,
  { begin, work }: { begin: string; work: (sql: Sql) => Promise<Result> },
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      const result = await work(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // If this fails, the connection is gone, and the transaction with it.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}
