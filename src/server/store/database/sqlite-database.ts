import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { createGroupCommit, inTransaction } from './group-commit.ts'
import { openLibsqlConnection } from './libsql-connection.ts'
import { makeOwnFolder } from './make-own-folder.ts'
import { createMemoryRateLimits } from './memory-rate-limits.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import type { SqlDatabase } from './sql-database.ts'

const IN_MEMORY = ':memory:'
/** Only the user that runs the server has access. */
const OWN_FILE = 0o600

/** @param path file name, created with its folder if it does not exist, or `:memory:` */
export async function openSqliteDatabase(path: string): Promise<SqlDatabase> {
  if (path !== IN_MEMORY) await makeFile(path)
  const connection = openLibsqlConnection(path)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) })
  const write = createGroupCommit(connection, db)
  try {
    await inTransaction(connection, db, migrate)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    read: db,
    write,
    statement: write,
    // There is one writer at a time, so a transaction is already alone.
    lock: () => Promise.resolve(),
    nextSequence: sql`(select coalesce(max(sequence), 0) + 1 from events)`,
    rateLimits: createMemoryRateLimits(),
    backup: async (target) => {
      await sql`vacuum into ${target}`.execute(db)
    },
    close: async () => {
      await write(() => Promise.resolve())
      await db.destroy()
    },
  }
}

/** SQLite gives the same mode to the files that it creates beside this one. */
async function makeFile(path: string): Promise<void> {
  await makeOwnFolder(dirname(path))
  const file = await open(path, 'a', OWN_FILE)
  await file.close()
}
