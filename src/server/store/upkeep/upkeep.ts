import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAwayError } from '../database/database-away-error.ts'
import { judgeSchema, listMigrations } from '../database/judge-schema.ts'
import { findMoveMark, requireUsable } from '../database/move-mark.ts'
import { setSetting } from '../database/settings.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import { takeUpdate } from '../rows/take-update.ts'
import type { SqlContext } from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

/** How long the database may take to answer a ping, in milliseconds, because `/readyz` answers within two seconds. */
const PING_TIMEOUT_MS = 1_800
const PING_BYTES = 16

export function createUpkeep({ database }: SqlContext) {
  return {
    /** Throws unless the database takes a write within two seconds. */
    ping: () => within(PING_TIMEOUT_MS, writeSomething(database)),

    close: () => database.close(),

    /** How its tables stand to this build now. */
    judgeSchema: async () => judgeSchema(await listMigrations(database.read)),

    /** @throws {MoveError} if the database was moved to another place */
    requireUsable: async () => requireUsable(await findMoveMark(database.read)),

    /** Hands the database over to another bot. */
    adopt: (botId: string) =>
      database.statement((sql) => setSetting(sql, 'bot-id', Buffer.from(botId))),

    /** True for exactly one caller per Telegram update_id. */
    takeUpdate: (updateId: number, now: EpochMs): Promise<boolean> =>
      database.statement((sql) => takeUpdate({ sql, now }, updateId)),
  }
}

/** Writes a new value each time, because SQLite does not write an unchanged one. So a read-only database fails. */
function writeSomething(database: SqlDatabase): Promise<void> {
  return database.statement((sql) => setSetting(sql, 'ping', randomBytes(PING_BYTES)))
}

/** @throws {DatabaseAwayError} */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const done = new AbortController()
  const late = sleep(timeoutMs, undefined, { signal: done.signal }).then(() => {
    throw new DatabaseAwayError('the database does not answer in time')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
    late.catch(() => undefined)
  }
}
