import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import Database from 'libsql'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll } from 'vitest'
import { openLibsqlConnection } from '#server/store/database/sqlite-database.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'
import { createSqliteDatabase, openTestDatabases, type TestDatabases } from './test-databases.ts'

const START_MS = 60_000

const RowsSchema = v.array(v.record(v.string(), v.unknown()))
const NamesSchema = v.array(v.object({ name: v.string() }))

/** Every row of every table, read in one snapshot without the store. */
export type Dump = Record<string, v.InferOutput<typeof RowsSchema>>

/** A database engine on which the store must behave the same. */
export type StoreDialect = {
  name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** URL of a new, migrated database. */
  createDatabase(): Promise<string>
  createEmptyDatabase(): Promise<string>
  /** Frees its space. Otherwise `stop` does. */
  dropDatabase(databaseUrl: string): Promise<void>
  dump(databaseUrl: string): Promise<Dump>
  /** Runs a statement without the store. */
  alter(databaseUrl: string, statement: string): Promise<void>
  /** Opens a database without migrating it. */
  connect(databaseUrl: string): Kysely<unknown>
}

/** The dialects for tests of the store. `CLASP_TEST_DIALECT` limits a run to one, as mutation testing does. */
export function storeDialects(): StoreDialect[] {
  const only = process.env['CLASP_TEST_DIALECT']
  const all = [sqliteDialect(), postgresDialect()]
  return only === undefined ? all : all.filter(({ name }) => name === only)
}

/** Runs it while the tests of this file, or of this group, do. */
export function runDialect(dialect: StoreDialect): StoreDialect {
  beforeAll(() => dialect.start(), START_MS)
  afterAll(() => dialect.stop(), START_MS)
  return dialect
}

export function sqliteDialect(): StoreDialect {
  let directory = ''
  return {
    name: 'SQLite',
    async start() {
      directory = await makeDatabaseFolder('clasp-store-')
    },
    stop: () => rm(directory, { recursive: true, force: true }),
    createDatabase: () => createSqliteDatabase(directory, `${randomName()}.db`),
    createEmptyDatabase: () => Promise.resolve(`file:${join(directory, `${randomName()}.db`)}`),
    async dropDatabase(databaseUrl) {
      for (const end of ['', '-wal', '-shm']) {
        await rm(`${databaseUrl.slice('file:'.length)}${end}`, { force: true })
      }
    },
    dump: (databaseUrl) => Promise.resolve(dumpSqlite(databaseUrl.slice('file:'.length))),
    async alter(databaseUrl, statement) {
      const database = new Database(databaseUrl.slice('file:'.length))
      database.exec(statement)
      database.close()
    },
    connect(databaseUrl) {
      const database = openLibsqlConnection(databaseUrl.slice('file:'.length))
      return new Kysely({ dialect: new SqliteDialect({ database }) })
    },
  }
}

export function postgresDialect(): StoreDialect {
  let databases: TestDatabases | undefined
  function opened(): TestDatabases {
    if (!databases) throw new Error('the dialect is not started')
    return databases
  }
  return {
    name: 'Postgres',
    async start() {
      databases = await openTestDatabases()
    },
    async stop() {
      await databases?.close()
    },
    createDatabase: async () => opened().create(),
    createEmptyDatabase: async () => opened().createEmpty(),
    dropDatabase: async (databaseUrl) => opened().drop(databaseUrl),
    dump: dumpPostgres,
    async alter(databaseUrl, statement) {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    connect(connectionString) {
      const pool = new pg.Pool({ connectionString })
      // The server may stop while an unused connection is still closing.
      pool.on('error', () => undefined)
      pool.on('connect', (client) => client.on('error', () => undefined))
      return new Kysely({ dialect: new PostgresDialect({ pool }) })
    },
  }
}

/** The bytes of a SQLite database, its write-ahead log and its other files. */
export async function readSqliteFiles(databaseUrl: string): Promise<Buffer> {
  const path = databaseUrl.slice('file:'.length)
  const directory = join(path, '..')
  const names = await readdir(directory)
  const files = names.map((name) => join(directory, name)).filter((file) => file.startsWith(path))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

function randomName(): string {
  return `clasp_${randomBytes(6).toString('hex')}`
}

function dumpSqlite(path: string): Dump {
  const database = new Database(path)
  try {
    database.exec('begin')
    const names = database.prepare("select name from sqlite_master where type = 'table'").all()
    return Object.fromEntries(
      v.parse(NamesSchema, names).map(({ name }) => {
        const rows = v.parse(RowsSchema, database.prepare(`select * from "${name}"`).all())
        return [name, rows]
      }),
    )
  } finally {
    database.close()
  }
}

async function dumpPostgres(databaseUrl: string): Promise<Dump> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const names = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const dump: Dump = {}
    for (const { name } of v.parse(NamesSchema, names.rows)) {
      const { rows } = await client.query(`select * from "${name}"`)
      dump[name] = v.parse(RowsSchema, rows)
    }
    return dump
  } finally {
    await client.end()
  }
}
