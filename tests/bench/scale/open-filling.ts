import { open } from 'node:fs/promises'
import pg from 'pg'
import * as v from 'valibot'
import { openLibsqlConnection } from '#server/store/database/sqlite-database.ts'
import { type FillerDialect, POSTGRES_FILLERS, SQLITE_FILLERS } from './filler-rows.ts'

/** A connection that writes quickly. */
export type ScaleFilling = {
  dialect: FillerDialect
  execute: (statement: string) => Promise<void>
  /** What a server that ran all the time would have done. Returns the bytes of the database. */
  settle: () => Promise<number>
  close: () => Promise<void>
}

const SQLITE_CACHE_KIB = 512 * 1_024
const TABLES = 'users, wallets, events, attempts, sessions, event_positions, name_terms'

export function openFilling(databaseUrl: string): Promise<ScaleFilling> {
  return databaseUrl.startsWith('file:')
    ? Promise.resolve(openSqliteFilling(databaseUrl.slice('file:'.length)))
    : openPostgresFilling(databaseUrl)
}

function openSqliteFilling(path: string): ScaleFilling {
  const connection = openLibsqlConnection(path)
  const cache = `cache_size = -${SQLITE_CACHE_KIB}`
  for (const setting of ['synchronous = off', 'foreign_keys = off', cache])
    connection.exec(`pragma ${setting}`)
  return {
    dialect: SQLITE_FILLERS,
    execute: async (statement) => connection.exec(statement),
    async settle() {
      connection.exec('pragma wal_checkpoint(truncate)')
      return flushFile(path)
    },
    close: async () => connection.close(),
  }
}

/** Otherwise the first commits that are measured would also write what filling left in memory. */
async function flushFile(path: string): Promise<number> {
  const file = await open(path)
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

const SizeSchema = v.tuple([v.object({ size: v.string() })])

async function openPostgresFilling(connectionString: string): Promise<ScaleFilling> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const execute = async (statement: string) => void (await client.query(statement))
  // Without the triggers that check foreign keys.
  await execute('set session_replication_role = replica')
  await execute('set synchronous_commit = off')
  return {
    dialect: POSTGRES_FILLERS,
    execute,
    async settle() {
      await execute(`vacuum (analyze) ${TABLES}`)
      await execute('checkpoint')
      const { rows } = await client.query('select pg_database_size(current_database()) as size')
      return Number(v.parse(SizeSchema, rows)[0].size)
    },
    close: () => client.end(),
  }
}
