import { Kysely, SqliteDialect } from 'kysely'
import { type KeyState, readKeyState } from './judge-keys.ts'
import { judgeSchema, readMigrations } from './judge-schema.ts'
import { findMoveMark, type MoveMark } from './move-mark.ts'
import { connectToPostgres } from './postgres-database.ts'
import type { Schema } from './schema.ts'
import { findSetting } from './settings.ts'
import { openLibsqlConnection } from './sqlite-database.ts'
import { isMissingFile, isSqlite, sqlitePath } from './sqlite-path.ts'

/** The current state of a database. Reading it changes and migrates nothing. */
export type DatabaseState = KeyState & {
  /** Names of the applied migrations, in order; none in an empty database. */
  migrations: string[]
  /** Telegram's id of the bot that it belongs to; null before the first start. */
  botId: string | null
  /** What a move has left; null if it was never moved. */
  move: MoveMark | null
}

/** How long another process may hold the write lock, in milliseconds; the wait blocks this one. */
const BUSY_TIMEOUT_MS = 1_000

const EMPTY: DatabaseState = {
  migrations: [],
  keyCheck: null,
  keyChange: null,
  botId: null,
  move: null,
}

/** A file that is not there is an empty database, and is not made. */
export async function readDatabaseState(databaseUrl: string): Promise<DatabaseState> {
  if (isMissingFile(databaseUrl)) return EMPTY
  return withDatabase(databaseUrl, readState)
}

/** What is read of a database of this version; nothing of one that is not there, or is of another. */
export async function readCurrent<Row>(
  databaseUrl: string,
  read: (db: Kysely<Schema>) => Promise<Row[]>,
): Promise<Row[]> {
  if (isMissingFile(databaseUrl)) return []
  return withDatabase(databaseUrl, async (db) =>
    judgeSchema(await readMigrations(db)) === 'current' ? read(db) : [],
  )
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
  if (migrations.length === 0) return EMPTY
  const bot = await findSetting(db, 'bot-id')
  const botId = bot && Buffer.from(bot).toString()
  return { migrations, ...(await readKeyState(db)), botId, move: await findMoveMark(db) }
}
