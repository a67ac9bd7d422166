import type { FieldCipher } from './field-cipher.ts'
import type { HotQueries } from './hot-queries.ts'
import type { LockName, Sql, SqlDatabase } from './database/sql-database.ts'
import type { EpochMs } from './store.ts'

/** What every part of the store works with. */
export type SqlContext = {
  database: SqlDatabase
  hot: HotQueries
  cipher: FieldCipher
  /** Whether host events are to be delivered to a webhook. */
  delivers: boolean
  /** Hears of an event that does not open and is therefore left out. */
  onUnreadable: (sequence: number) => void
}

/** One transaction at one moment: all of it is written, or nothing. */
export type Unit = {
  sql: Sql
  hot: HotQueries
  cipher: FieldCipher
  delivers: boolean
  now: EpochMs
  lock: (...names: LockName[]) => Promise<void>
}

export function writeUnit<Result>(
  { database, hot, cipher, delivers }: SqlContext,
  now: EpochMs,
  work: (unit: Unit) => Promise<Result>,
): Promise<Result> {
  return database.write((sql) =>
    work({ sql, hot, cipher, delivers, now, lock: (...names) => database.lock(sql, names) }),
  )
}

/** The same store inside a unit: what it writes is committed with the unit, or undone with it. */
export function joinUnit(context: SqlContext, { sql }: Unit): SqlContext {
  const join: SqlDatabase['write'] = (work) => work(sql)
  return { ...context, database: { ...context.database, read: sql, write: join, statement: join } }
}
