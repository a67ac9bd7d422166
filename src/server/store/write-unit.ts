import type { FieldCipher } from './field-cipher.ts'
import type { LockName, Sql, SqlDatabase } from './sql-database.ts'
import type { EpochMs } from './store.ts'

/** What every part of the store works with. */
export type SqlContext = { database: SqlDatabase; cipher: FieldCipher }

/** One transaction at one moment: all of it is written, or nothing. */
export type Unit = {
  sql: Sql
  cipher: FieldCipher
  now: EpochMs
  lock(name: LockName): Promise<void>
}

export function writeUnit<Result>(
  { database, cipher }: SqlContext,
  now: EpochMs,
  work: (unit: Unit) => Promise<Result>,
): Promise<Result> {
  return database.write((sql) =>
    work({ sql, cipher, now, lock: (name) => database.lock(sql, name) }),
  )
}
