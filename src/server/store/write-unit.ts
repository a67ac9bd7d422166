import type { FieldCipher } from './field-cipher.ts'
import type { HotQueries } from './hot-queries.ts'
import type { LockName, Sql, SqlDatabase } from './sql-database.ts'
import type { EpochMs } from './store.ts'

/** What every part of the store works with. */
export type SqlContext = { database: SqlDatabase; hot: HotQueries; cipher: FieldCipher }

/** One transaction at one moment: all of it is written, or nothing. */
export type Unit = {
  sql: Sql
  hot: HotQueries
  cipher: FieldCipher
  now: EpochMs
  lock: (...names: LockName[]) => Promise<void>
}

export function writeUnit<Result>(
  { database, hot, cipher }: SqlContext,
  now: EpochMs,
  work: (unit: Unit) => Promise<Result>,
): Promise<Result> {
  return database.write((sql) =>
    work({ sql, hot, cipher, now, lock: (...names) => database.lock(sql, names) }),
  )
}
