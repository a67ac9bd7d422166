import type { DataKeys } from '#server/store/database/field-cipher.ts'
import { randomBytes } from 'node:crypto'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '#server/cli/doctor/checks/database.ts'
import { openStore } from '#server/store/open-store.ts'
import { lines } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { sampleMember } from '#tests/support/store-samples.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const WELL = 'ok: The database is of this version, fits DATA_KEY and can be written.'
const dataKey = new Uint8Array(randomBytes(32))
let directory: string
beforeEach(async () => {
  directory = await makeTemporaryFolder('doctor')
})

async function makeDatabase(): Promise<void> {
  const store = await openStore({
    databaseUrl: `file:${join(directory, 'clasp.db')}`,
    dataKey,
    delivers: false,
  })
  await store.close()
  await chmod(join(directory, 'clasp.db'), 0o600)
}

type Changes = { databaseUrl?: string; dataKeys?: DataKeys; botId?: string; free?: number }

async function check({ free = Infinity, ...changes }: Changes = {}) {
  const findings = await checkDatabase({
    databaseUrl: 'file:./clasp.db',
    dataKeys: { dataKey },
    botId: null,
    directory,
    freeBytes: () => Promise.resolve(free),
    ...changes,
  })
  return lines(findings)
}

describe('SQLite', () => {
  test('a database of this version and this key is well', async () => {
    await makeDatabase()
    expect(await check()).toEqual([WELL])
  })

  test('checking a database that is not there yet does not make it', async () => {
    expect(await check()).toEqual(['ok: There is no database yet: it is made at the first start.'])
    expect(await readdir(directory)).toEqual([])
  })

  test('the doctor accepts a missing folder, which the first start makes, where the one above is there', async () => {
    const [line] = await check({
      databaseUrl: 'file:./data/clasp.db',
    })
    expect(line).toMatch(/^ok: There is no database yet/)
  })

  test('a folder in a folder that is not there is a failure', async () => {
    const [line] = await check({
      databaseUrl: 'file:./missing/too/clasp.db',
    })
    expect(line).toMatch(/^failure: There is no database yet, and its folder/)
  })

  test('the key of another database is a failure', async () => {
    await makeDatabase()
    expect(await check({ dataKeys: { dataKey: randomBytes(32) } })).toEqual([
      'failure: DATA_KEY is not the key of this database.',
    ])
  })

  test('the doctor says how far a change of the key is, and when it is over', async () => {
    await makeDatabase()
    const databaseUrl = `file:${directory}/clasp.db`
    const before = await openStore({ databaseUrl, dataKey, delivers: false })
    for (let count = 0; count < 80; count += 1) await sampleMember(before)
    await before.close()
    const next = new Uint8Array(randomBytes(32))
    const dataKeys = { dataKey: next, secondDataKey: dataKey }
    const found = async (keys: DataKeys = dataKeys) => check({ dataKeys: keys })
    expect(await found({ dataKey, secondDataKey: next })).toEqual([
      'warning: DATA_KEY has a second key, which is read and not used yet.',
    ])
    expect(await found()).toEqual([
      'warning: The database is under the second key of DATA_KEY. The next start begins to change that to the first.',
    ])
    const store = await openStore({ databaseUrl, ...dataKeys, delivers: false })
    await store.beginKeyChange()
    expect(await found()).toEqual([
      'warning: DATA_KEY is being changed: it begins in some seconds.',
    ])
    await store.sealAnew(0)
    await store.sealAnew(1)
    expect(await found()).toEqual(['warning: DATA_KEY is being changed: 62 % done.'])
    while ((await store.followKeys())?.pass === 1) await store.sealAnew(1)
    await store.sealAnew(2)
    expect(await found()).toEqual([
      'warning: DATA_KEY is being changed: all rows are done, and looked through once more (62 %).',
    ])
    expect(await found({ dataKey: next })).toEqual([
      'failure: DATA_KEY is being changed and must name both keys, the new one first, until doctor says that the change is over.',
    ])
    while ((await store.followKeys())?.isOver === false) await store.sealAnew(2)
    expect(await found()).toEqual([
      'warning: The change of DATA_KEY is over: nothing is under its second key.',
    ])
    expect(await found({ dataKey: next })).toEqual([WELL])
    await store.close()
  })

  test('a migration that was not run is a warning, and checking does not run it', async () => {
    await makeDatabase()
    plantMigration()
    const first = await check()
    expect(first[0]).toBe('warning: Migrations were not run yet: 9998-planted.')
    expect(await check()).toEqual(first)
  })

  test('a database of a newer version is a failure', async () => {
    await makeDatabase()
    const database = new Database(join(directory, 'clasp.db'))
    database.exec("insert into kysely_migration values ('9999-future', '2030-01-01')")
    database.close()
    expect(await check()).toEqual([
      'failure: The database was migrated by a newer version of Clasp.',
    ])
  })

  test('a database in memory is a warning', async () => {
    const [line] = await check({ databaseUrl: 'file::memory:' })
    expect(line).toBe('warning: The database is kept in memory and gone with the process.')
  })

  test('a file that is no database is a failure', async () => {
    await writeFile(join(directory, 'clasp.db'), 'no database '.repeat(1_000), { mode: 0o600 })
    const [line] = await check()
    expect(line).toBe('failure: The file of DATABASE_URL is no database.')
  })

  test('a database that another process keeps locked is a failure', async () => {
    await makeDatabase()
    const other = new Database(join(directory, 'clasp.db'))
    onTestFinished(() => void other.close())
    other.exec('begin immediate')
    const [line] = await check()
    expect(line).toMatch(/^failure: The database cannot be written/)
  })

  test('the trial write leaves nothing behind', async () => {
    await makeDatabase()
    await check()
    const database = new Database(join(directory, 'clasp.db'))
    const left = database.prepare("select 1 from sqlite_master where name = 'clasp_doctor'").all()
    database.close()
    expect(left).toEqual([])
  })

  test('a database that every user can open is a warning', async () => {
    await makeDatabase()
    await chmod(join(directory, 'clasp.db'), 0o644)
    expect(await check()).toEqual([
      WELL,
      'warning: Every user of this machine can read the database.',
    ])
  })

  test('a disk that is nearly full is a warning', async () => {
    await makeDatabase()
    expect(await check({ free: 20 * 1_024 * 1_024 })).toEqual([
      WELL,
      'warning: The disk of the database has 20 MiB left.',
    ])
  })
})

describe('Postgres', () => {
  const postgres = runDialect(postgresDialect())

  test('an empty database is well, and checking leaves it empty', async () => {
    const databaseUrl = await postgres.createEmptyDatabase()
    expect(await check({ databaseUrl })).toEqual([
      'ok: The database is empty and can be written: its tables are made at the first start.',
    ])
    expect(await postgres.dump(databaseUrl)).toEqual({})
  })

  test('a database of this version and this key is well', async () => {
    const databaseUrl = await postgres.createDatabase()
    await (await openStore({ databaseUrl, dataKey, delivers: false })).close()
    expect(await check({ databaseUrl })).toEqual([WELL])
  })

  test('a database that takes no writes is a failure', async () => {
    const databaseUrl = await postgres.createDatabase()
    await (await openStore({ databaseUrl, dataKey, delivers: false })).close()
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const name = new URL(databaseUrl).pathname.slice(1)
    await client.query(`alter database ${name} set default_transaction_read_only = on`)
    await client.end()
    expect(await check({ databaseUrl })).toEqual(['failure: The database is read-only.'])
  })

  test('a database that does not exist is a failure', async () => {
    const databaseUrl = (await postgres.createDatabase()).replace(/[^/]+$/, 'nowhere')
    expect(await check({ databaseUrl })).toEqual([
      'failure: The database server has no such database.',
    ])
  })

  test('a server that is down is a failure that names no password', async () => {
    const databaseUrl = `postgres://clasp:hunter2hunter2@127.0.0.1:${await freePort()}/clasp`
    expect(await check({ databaseUrl })).toEqual([
      'failure: The database cannot be opened (ECONNREFUSED).',
    ])
  })
})
