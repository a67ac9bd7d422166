import type { FieldCipher } from './field-cipher.ts'
import type { PreparedQueries } from './prepared-queries.ts'
import type { LockName, Sql, SqlDatabase } from './database/sql-database.ts'
import type { EpochMs } from './stored.ts'

/** What every part of the store works with. */
export type SqlContext = {
  database: SqlDatabase
  prepared: PreparedQueries
  cipher: FieldCipher
  /** Whether host events are to be delivered to a webhook. */
  delivers: boolean
  /** Hears of an event that does not open and is therefore left out. */
  onUnreadable: (sequence: number) => void
}

/** One transaction at one moment: all of it is written, or nothing. */
export type Transaction = {
  sql: Sql
  prepared: PreparedQueries
  cipher: FieldCipher
  delivers: boolean
  now: EpochMs
  lock: (...names: LockName[]) => Promise<void>
}

export function inTransaction<Result>(
  { database, prepared, cipher, delivers }: SqlContext,
  now: EpochMs,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.write((sql) =>
    work({ sql, prepared, cipher, delivers, now, lock: (...names) => database.lock(sql, names) }),
  )
}

/** The same store inside a transaction: what it writes is committed with the transaction, or undone with it. */
export function joinUnit(context: SqlContext, { sql }: Transaction): SqlContext {
  const join: SqlDatabase['write'] = (work) => work(sql)
  return { ...context, database: { ...context.database, read: sql, write: join, statement: join } }
}
