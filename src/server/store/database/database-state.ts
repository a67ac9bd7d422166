import { Kysely, SqliteDialect } from 'kysely'
import { readMigrations } from './judge-schema.ts'
import { connectToPostgres } from './postgres-database.ts'
import type { Schema } from './schema.ts'
import { openLibsqlConnection } from './sqlite-database.ts'
import { isMissingFile, isSqlite, sqlitePath } from './sqlite-path.ts'

/** The current state of a database. Reading it changes and migrates nothing. */
export type DatabaseState = {
  /** Names of the applied migrations, in order; none in an empty database. */
  migrations: string[]
  /** Identifies the key that the database was made with; null before the first start. */
  keyCheck: Uint8Array | null
  /** Telegram's id of the bot that it belongs to; null before the first start. */
  botId: string | null
}

/** How long another process may hold the write lock, in milliseconds; the wait blocks this one. */
const BUSY_TIMEOUT_MS = 1_000

/** A file that is not there is an empty database, and is not made. */
export async function readDatabaseState(databaseUrl: string): Promise<DatabaseState> {
  if (isMissingFile(databaseUrl)) return { migrations: [], keyCheck: null, botId: null }
  return withDatabase(databaseUrl, readState)
}

/** Opens a database without preparing it. Of SQLite, the file must exist, because a missing one would be created. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const db = isSqlite(databaseUrl)
    ? connectToSqlite(sqlitePath(databaseUrl))
    : connectToPostgres(databaseUrl)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function connectToSqlite(path: string): Kysely<Schema> {
  const database = openLibsqlConnection(path)
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
}

export async function readState(db: Kysely<Schema>): Promise<DatabaseState> {
  const migrations = await readMigrations(db)
  const settings = migrations.length === 0 ? [] : await readSettings(db)
  const find = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null
  const botId = find('bot-id')
  return {
    migrations,
    keyCheck: find('key-check'),
    botId: botId && Buffer.from(botId).toString(),
  }
}

function readSettings(db: Kysely<Schema>) {
  return db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['key-check', 'bot-id'])
    .execute()
}
