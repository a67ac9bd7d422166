import type { Accepts } from '../door/judge-door.ts'
import type { DatabaseState } from './database/database-state.ts'
import { createKeyRing, type DataKeys } from './database/field-cipher.ts'
import { findMoveMark, requireUsable } from './database/move-mark.ts'
import { findSetting } from './database/settings.ts'
import type { SqlDatabase } from './database/sql-database.ts'
import { isOpenElsewhere, openSqliteDatabase } from './database/sqlite-database.ts'
import { readKeyState, requireKeys } from './database/judge-keys.ts'
import { SchemaError } from './database/judge-schema.ts'
import { migrateSchema, type PrepareSchema, requireSchema } from './database/migrate.ts'
import { isMissingFile, isSqlite, sqlitePath } from './database/sqlite-path.ts'
import { createSqlStore, type Store } from './store.ts'
import { followKeys } from './upkeep/key-change.ts'
import { openPostgresDatabase } from './database/postgres-database.ts'

/** The database belongs to another bot than that of the token: its members know only that one. */
export class WrongBotError extends Error {
  override name = 'WrongBotError'
  constructor({ found, given }: { found: string; given: string }) {
    super(
      `the database belongs to the bot ${found}, and BOT_TOKEN to ${given}; put the former token back, or hand the database over with the command adopt`,
    )
  }
}

export type StoreOptions = DataKeys & {
  /** `file:./data/clasp.db`, `file::memory:` or `postgres://…` */
  databaseUrl: string
  /** Most connections to Postgres at the same time. @default 10 */
  poolSize?: number
  /** Telegram's id of the bot that the database must belong to. @default any */
  botId?: string
  /** Whether there is a webhook that gets events. */
  delivers: boolean
  /** Whether members can be found by their names. @default true */
  keepsNames?: boolean
  /** Which chains' wallets the operator offers. @default all */
  accepts?: Accepts
  /** Called for an event that cannot be unsealed. Such an event is neither sent to members nor delivered. */
  onUnreadable?: (sequence: number) => void
}

/**
 * Opens the store, creates or migrates its tables, and checks that the keys match.
 *
 * @throws {SchemaError} for tables that this build does not lead from
 * @throws {WrongDataKeyError}
 * @throws {WrongBotError}
 * @throws {MoveError} for a database that was moved, or is an unfinished copy
 */
export function openStore(options: StoreOptions): Promise<Store> {
  return open(options, migrateSchema)
}

/**
 * Opens the store over tables as they are.
 *
 * @throws {SchemaError} unless this build works with them
 * @throws {WrongDataKeyError}
 * @throws {MoveError} for a database that was moved, or is an unfinished copy
 */
export async function openPresentStore(options: StoreOptions): Promise<Store> {
  // Opening would make the file.
  if (isMissingFile(options.databaseUrl)) throw new SchemaError('empty')
  return open(options, requireSchema)
}

/**
 * Checks a database before its tables are migrated, so that a refusal leaves them to the version that they belong to.
 *
 * @param options without a bot, the database may be any bot's
 * @throws {WrongDataKeyError}
 * @throws {WrongBotError}
 * @throws {MoveError}
 */
export function requireOwn(
  state: DatabaseState,
  { botId, ...keys }: DataKeys & Pick<StoreOptions, 'botId'>,
): void {
  requireKeys(state, createKeyRing(keys).keys)
  requireUsable(state.move)
  if (botId !== undefined && state.botId !== null) requireBot(state.botId, botId)
}

async function open(
  {
    databaseUrl,
    poolSize,
    botId,
    delivers,
    keepsNames = true,
    accepts = () => true,
    onUnreadable = () => undefined,
    ...keys
  }: StoreOptions,
  prepareSchema: PrepareSchema,
): Promise<Store> {
  const cipher = createKeyRing(keys)
  const database = await openDatabase(databaseUrl, prepareSchema, poolSize)
  try {
    await fixSetting(database, 'key-check', cipher.keys[0].keyCheck)
    requireKeys(await readKeyState(database.read), cipher.keys)
    // After a write, for which a move that is about to end keeps this process waiting.
    requireUsable(await findMoveMark(database.read))
    await followKeys(database, cipher)
    if (botId !== undefined) await checkBot(database, botId)
  } catch (error) {
    await database.close()
    throw error
  }
  return createSqlStore({ database, cipher, delivers, keepsNames, accepts, onUnreadable })
}

function openDatabase(
  databaseUrl: string,
  prepareSchema: PrepareSchema,
  poolSize: number | undefined,
): Promise<SqlDatabase> {
  if (/^postgres(?:ql)?:\/\//.test(databaseUrl))
    return openPostgresDatabase(databaseUrl, prepareSchema, poolSize)
  if (isSqlite(databaseUrl)) return openSqliteDatabase(sqlitePath(databaseUrl), prepareSchema)
  throw new TypeError('a database url starts with file: or postgres://')
}

/** Whether another process has the database's file open; false for Postgres, which is for many. */
export function isDatabaseOpenElsewhere(databaseUrl: string): boolean {
  return isSqlite(databaseUrl) && isOpenElsewhere(sqlitePath(databaseUrl))
}

async function checkBot(database: SqlDatabase, botId: string): Promise<void> {
  const stored = await fixSetting(database, 'bot-id', Buffer.from(botId))
  requireBot(Buffer.from(stored).toString(), botId)
}

function requireBot(found: string, given: string): void {
  if (found !== given) throw new WrongBotError({ found, given })
}

/** The value that the first start has given a setting. */
async function fixSetting(
  database: SqlDatabase,
  name: 'key-check' | 'bot-id',
  value: Uint8Array,
): Promise<Uint8Array> {
  return database.write(async (sql) => {
    await sql
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await findSetting(sql, name)) ?? value
  })
}
