import { Kysely, SqliteDialect } from 'kysely'
import { createGroupCommit, inTransaction } from './group-commit.ts'
import { openLibsqlConnection } from './libsql-connection.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import type { SqlDatabase } from './sql-database.ts'

/** @param path file name, or `:memory:` */
export async function openSqliteDatabase(path: string): Promise<SqlDatabase> {
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
    // One writer at a time: a unit is alone already.
    lock: () => Promise.resolve(),
    close: async () => {
      await write(() => Promise.resolve())
      await db.destroy()
    },
  }
}
