import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { copySqliteDatabase } from './copy-database.ts'
import { readDatabaseState } from './database-state.ts'
import { isSqlite, sqlitePath } from './sqlite-path.ts'

/**
 * Copies a database before it is migrated, beside itself and named after the first of the migrations. Null for Postgres, of which
 * its own tools make a copy.
 *
 * @param missing names of the migrations, at least one
 */
export async function keepFormer(
  databaseUrl: string,
  [first = '']: readonly string[],
): Promise<string | null> {
  if (!isSqlite(databaseUrl)) return null
  const path = sqlitePath(databaseUrl)
  const former = `${path}.before-${first}`
  const copy = `${former}.${randomBytes(4).toString('hex')}`
  await copySqliteDatabase(path, copy)
  const { migrations } = await readDatabaseState(databaseUrl)
  // If another process has migrated meanwhile, it has kept its own copy, and this one may be of the new tables.
  await (migrations.includes(first) ? rm(copy) : rename(copy, former))
  return former
}
