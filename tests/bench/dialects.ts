import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DURABLE, type PostgresOptions, startPostgres } from '#tests/support/postgres.ts'
import { after, undoing } from './undoing.ts'

/** A kind of database, which a benchmark works on. */
export type Dialect = {
  name: 'SQLite' | 'Postgres'
  /** Returns the URL of an empty database. */
  create: (database: string) => Promise<string>
}

/** Writes through to its disk; its log has room, so that filling does not flush again and again. */
export const ROOMY: PostgresOptions = {
  ...DURABLE,
  flags: [...DURABLE.flags, '-cmax_wal_size=4GB'],
}

type Options = {
  /** The name of one in small letters. @default both */
  only?: string | undefined
  /** @default that of the tests */
  postgres?: PostgresOptions
}

/** Works on SQLite, and then on a Postgres. The gigabytes of the one are gone before those of the other come. */
export async function onEachDialect(
  work: (dialect: Dialect) => Promise<unknown>,
  { only, postgres }: Options = {},
): Promise<void> {
  const starts = {
    sqlite: async () => onFolder(await makeFolder('sqlite')),
    postgres: () => startServer(postgres),
  }
  for (const [name, start] of Object.entries(starts))
    if (only === undefined || only === name) await undoing(async () => work(await start()))
}

/** A folder that is there until the work is over. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `clasp-bench-${name}-`))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** SQLite in this folder. */
export function onFolder(folder: string): Dialect {
  return {
    name: 'SQLite',
    create: (database) => Promise.resolve(`file:${join(folder, `${database}.db`)}`),
  }
}

async function startServer(options?: PostgresOptions): Promise<Dialect> {
  const postgres = await startPostgres(options)
  after(() => postgres.stop())
  return { name: 'Postgres', create: (database) => postgres.createDatabase(database) }
}
