import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { databaseFailure } from '#server/log/database-failure.ts'
import { failForDatabase } from '#server/process/start-error.ts'
import { openStore } from '#server/store/open-store.ts'
import { withFewConnections } from '#tests/support/few-connections.ts'
import { postgresDialect, sqliteDialect } from '#tests/support/store-dialects.ts'

const START_MS = 60_000
const NEWER = `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027')`

const postgres = postgresDialect()
beforeAll(() => postgres.start(), START_MS)
afterAll(() => postgres.stop())

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

describe('a start says why its database does not open', () => {
  test.each([
    [
      'missing',
      async () => changed((url) => (url.pathname = 'nowhere')),
      'no database of the name',
    ],
    ['away', async () => changed((url) => (url.port = '9')), 'the database up?'],
    ['away', () => Promise.resolve('postgres://a:b@no-such-host.invalid/c'), 'the database up?'],
    ['newer', async () => altered(NEWER), 'a newer Clasp'],
  ])('says why: %s', async (failure, getUrl, sentence) => {
    const error = await getFailure(await getUrl())
    expect(databaseFailure(error)).toBe(failure)
    expect(() => failForDatabase(error)).toThrow(sentence)
    expect(() => failForDatabase(error)).toThrow('npm run doctor')
  })

  test('says that the rights are missing of a user who may read and nothing else', async () => {
    const databaseUrl = await postgres.createDatabase()
    const name = `reader_${randomBytes(4).toString('hex')}`
    await postgres.alter(databaseUrl, `create role ${name} login password 'reader'`)
    const url = new URL(databaseUrl)
    url.username = name
    url.password = 'reader'
    expect(databaseFailure(await getFailure(url.href))).toBe('rights')
    await postgres.alter(databaseUrl, `drop role ${name}`)
  })

  test('says that the database is crowded when all connections of a role are taken', async () => {
    const { databaseUrl } = await withFewConnections(await postgres.createDatabase(), 0)
    expect(databaseFailure(await getFailure(databaseUrl))).toBe('crowded')
  })

  test.skipIf(userInfo().uid === 0)(
    'says that the rights of a folder are missing that is not ours',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'clasp-rights-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
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

async function altered(statement: string): Promise<string> {
  const databaseUrl = await postgres.createDatabase()
  await postgres.alter(databaseUrl, statement)
  return databaseUrl
}
