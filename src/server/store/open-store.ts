import { timingSafeEqual } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createFieldCipher } from './database/field-cipher.ts'
import type { SqlDatabase } from './database/sql-database.ts'
import { isOpenElsewhere, openSqliteDatabase } from './database/sqlite-database.ts'
import { createSqlStore, type Store } from './store.ts'
import { openPostgresDatabase } from './database/postgres-database.ts'

/** The database was made under another key, so no personal field in it can be read. */
export class WrongDataKeyError extends Error {
  override name = 'WrongDataKeyError'
  constructor() {
    super('DATA_KEY is not the key that this database was made with')
  }
}

export type StoreOptions = {
  /** `file:./data/clasp.db`, `file::memory:` or `postgres://…` */
  databaseUrl: string
  /** Most connections to Postgres at the same time. @default 10 */
  poolSize?: number
  /** 32 random bytes, the same for the life of the database. */
  dataKey: Uint8Array
  /** Whether there is a webhook that gets events. */
  delivers: boolean
  /** Called for an event that cannot be unsealed. Such an event is neither sent to members nor delivered. */
  onUnreadable?: (sequence: number) => void
}

/**
 * Opens the store, creates or migrates its tables, and checks that the key matches.
 *
 * @throws {WrongDataKeyError}
 */
export async function openStore({
  databaseUrl,
  poolSize,
  dataKey,
  delivers,
  onUnreadable = () => undefined,
}: StoreOptions): Promise<Store> {
  const cipher = createFieldCipher(dataKey)
  const database = await openDatabase(databaseUrl, poolSize)
  try {
    await checkKey(database, cipher.keyCheck)
  } catch (error) {
    await database.close()
    throw error
  }
  return createSqlStore({ database, cipher, delivers, onUnreadable })
}

function openDatabase(databaseUrl: string, poolSize: number | undefined): Promise<SqlDatabase> {
  if (/^postgres(?:ql)?:\/\//.test(databaseUrl)) return openPostgresDatabase(databaseUrl, poolSize)
  if (databaseUrl.startsWith('file:')) return openSqliteDatabase(sqlitePath(databaseUrl))
  throw new TypeError('a database url starts with file: or postgres://')
}

/** Whether another process has the database's file open; false for Postgres, which is for many. */
export function isDatabaseOpenElsewhere(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:') && isOpenElsewhere(sqlitePath(databaseUrl))
}

/** `file:` with `//` is a real URL; without, the rest is a path as SQLite takes it. */
export function sqlitePath(databaseUrl: string): string {
  return databaseUrl.startsWith('file://')
    ? fileURLToPath(databaseUrl)
    : databaseUrl.slice('file:'.length)
}

async function checkKey(database: SqlDatabase, keyCheck: Uint8Array): Promise<void> {
  const stored = await database.write(async (sql) => {
    await sql
      .insertInto('settings')
      .values({ name: 'key-check', value: keyCheck })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return sql
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'key-check')
      .executeTakeFirstOrThrow()
  })
  if (!timingSafeEqual(stored.value, keyCheck)) throw new WrongDataKeyError()
}
