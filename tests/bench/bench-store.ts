import { randomBytes } from 'node:crypto'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { openPostgresDatabase } from '#server/store/database/postgres-database.ts'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'

/** The same for all databases of a benchmark: it opens nothing but what was made here. */
export const DATA_KEY = Uint8Array.from(randomBytes(32))
export const CIPHER = createFieldCipher(DATA_KEY)

export function openBenchStore(databaseUrl: string): Promise<Store> {
  return openStore({ databaseUrl, dataKey: DATA_KEY, delivers: true })
}

/** Makes the tables of an empty database. */
export async function makeTables(databaseUrl: string): Promise<void> {
  const store = await openBenchStore(databaseUrl)
  await store.close()
}

/** The database without the store, to write many rows. */
export function openDatabase(databaseUrl: string): Promise<SqlDatabase> {
  return databaseUrl.startsWith('file:')
    ? openSqliteDatabase(databaseUrl.slice('file:'.length))
    : openPostgresDatabase(databaseUrl)
}
