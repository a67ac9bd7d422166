import { randomBytes } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseFailure } from '#server/log/database-failure.ts'
import { failForDatabase } from '#server/process/start-error.ts'
import { openLibsqlConnection } from '#server/store/database/sqlite-database.ts'
import { openStore } from '#server/store/open-store.ts'
import { makeCertificate } from '#tests/support/doctor-certificate.ts'
import { withFewConnections } from '#tests/support/few-connections.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { postgresDialect, sqliteDialect, runDialect } from '#tests/support/store-dialects.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const HOUR_MS = 3_600_000
const NEWER = `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027')`

const postgres = runDialect(postgresDialect())

/** Why the database does not open. */
async function getFailure(databaseUrl: string): Promise<unknown> {
  const opening = openStore({ databaseUrl, dataKey: randomBytes(32), delivers: false })
  return opening.then(
    async (store) => {
      await store.close()
      throw new Error('the database opened')
    },
    (error: unknown) => error,
  )
}

async function changed(change: (url: URL) => void): Promise<string> {
  const url = new URL(await postgres.createDatabase())
  change(url)
  return url.href
}

describe('a start whose database does not open', () => {
  test.each([
    [
      'missing',
      async () => changed((url) => (url.pathname = 'nowhere')),
      'no database of the name',
    ],
    ['away', async () => changed((url) => (url.port = '9')), 'the database up?'],
    ['away', () => Promise.resolve('postgres://a:b@no-such-host.invalid/c'), 'the database up?'],
    ['newer', async () => altered(NEWER), 'a newer Clasp'],
    ['held', () => holdDatabase(), 'another process holds the database'],
  ])('says why: %s', async (failure, getUrl, sentence) => {
    const error = await getFailure(await getUrl())
    expect(databaseFailure(error)).toBe(failure)
    expect(() => failForDatabase(error)).toThrow(sentence)
    expect(() => failForDatabase(error)).toThrow('npm run doctor')
  })

  test.each([
    ['may read and nothing else, in a database with tables', () => postgres.createDatabase()],
    ['may not create in public, in an empty database', () => postgres.createEmptyDatabase()],
  ])('says which grants are missing for a user who %s', async (_, create) => {
    const databaseUrl = await create()
    const name = `reader_${randomBytes(4).toString('hex')}`
    await postgres.alter(databaseUrl, `create role ${name} login password 'reader'`)
    const url = new URL(databaseUrl)
    url.username = name
    url.password = 'reader'
    const error = await getFailure(url.href)
    await postgres.alter(databaseUrl, `drop role ${name}`)
    expect(() => failForDatabase(error)).toThrow('GRANT USAGE, CREATE ON SCHEMA public')
  })

  test.each([
    ['with tables', () => postgres.createDatabase()],
    ['that is empty', () => postgres.createEmptyDatabase()],
  ])('says that a database %s is read-only', async (_, create) => {
    const databaseUrl = await create()
    const name = new URL(databaseUrl).pathname.slice(1)
    const set = `alter database ${name} set default_transaction_read_only = on`
    await postgres.alter(databaseUrl, set)
    const error = await getFailure(databaseUrl)
    expect(() => failForDatabase(error)).toThrow('the database is read-only')
  })

  test('says that the certificate of the database is of an unknown authority', async () => {
    const port = await startTlsDatabase()
    const error = await getFailure(`postgres://a:b@localhost:${port}/c?sslmode=verify-full`)
    expect(() => failForDatabase(error)).toThrow('NODE_EXTRA_CA_CERTS')
  })

  test('says that the database is crowded when all connections of a role are taken', async () => {
    const { databaseUrl } = await withFewConnections(await postgres.createDatabase(), 0)
    expect(databaseFailure(await getFailure(databaseUrl))).toBe('crowded')
  })

  test.skipIf(userInfo().uid === 0)(
    'says that the rights of a folder are missing that is not ours',
    async () => {
      const folder = await makeTemporaryFolder('rights')
      await chmod(folder, 0o500)
      expect(databaseFailure(await getFailure(`file:${join(folder, 'clasp.db')}`))).toBe('rights')
    },
  )

  test('says that a database is newer, on SQLite', async () => {
    const sqlite = sqliteDialect()
    await sqlite.start()
    onTestFinished(() => sqlite.stop())
    const databaseUrl = await sqlite.createDatabase()
    await sqlite.alter(databaseUrl, NEWER)
    expect(databaseFailure(await getFailure(databaseUrl))).toBe('newer')
  })

  test('leaves all other reasons to the doctor', () => {
    expect(databaseFailure(new Error('odd'))).toBe('other')
    expect(databaseFailure('odd')).toBe('other')
  })
})

/** Answers a client as Postgres with TLS does, until the client has seen the certificate. */
async function startTlsDatabase(): Promise<number> {
  const certificate = makeCertificate({ hostname: 'localhost', validTo: Date.now() + HOUR_MS })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined)
    })
  })
  return (await listenForTest(server)).port
}

async function altered(statement: string): Promise<string> {
  const databaseUrl = await postgres.createDatabase()
  await postgres.alter(databaseUrl, statement)
  return databaseUrl
}

/** A database that somebody else writes. */
async function holdDatabase(): Promise<string> {
  const path = join(await makeTemporaryFolder('held'), 'clasp.db')
  const connection = openLibsqlConnection(path)
  onTestFinished(() => connection.close())
  connection.exec('begin immediate')
  return `file:${path}`
}
