import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import { startRelay } from '#tests/support/relay.ts'
import { postgresDialect } from '#tests/support/store-dialects.ts'
import {
  linkSample,
  NOON,
  sampleLink,
  sampleAttempt,
  sampleMember,
  atOnce,
  sampleHolder,
} from '#tests/support/store-samples.ts'
import { storeOver } from '#tests/support/store-over.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const POSTGRES_TIMEOUT_MS = 60_000

test('a full disk refuses a link as a whole, which goes through once there is room', async () => {
  const database = await openSqliteDatabase(join(await makeTemporaryFolder('outage'), 'clasp.db'))
  const store = storeOver(database)
  onTestFinished(() => store.close())
  const limit = (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.read)
  const { id: userId } = await sampleMember(store)
  const attempts = await atOnce(400, () => sampleAttempt(store, userId))
  const link = (attemptId: string) =>
    store.linkWallet({ ...sampleLink({ attemptId, userId }), walletLimit: 1_000 })

  await limit(1)
  const full = await Promise.allSettled(attempts.map(link))
  const refused = attempts.filter((_, index) => full[index]?.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(full.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SQLITE_FULL' },
  })
  const notified = full.length - refused.length
  expect(await store.listWallets(userId)).toHaveLength(notified)
  expect(await store.listHostEvents({ after: 0, limit: 1_000 })).toHaveLength(notified)
  await limit(1_000_000)
  const again = await Promise.all(refused.map(link))
  expect(again.every(({ outcome }) => outcome === 'linked')).toBe(true)
  expect(await store.listWallets(userId)).toHaveLength(attempts.length)
})

test(
  'a Postgres that goes away and comes back is used again, without a restart and without a loss',
  async () => {
    const dialect = postgresDialect()
    await dialect.start()
    onTestFinished(() => dialect.stop(), POSTGRES_TIMEOUT_MS)
    const relay = await startRelay(await dialect.createDatabase())
    onTestFinished(() => relay.cut())
    const store = await openStore({
      databaseUrl: relay.url,
      dataKey: randomBytes(32),
      delivers: true,
    })
    onTestFinished(() => store.close())
    const { userId: id } = await sampleHolder(store)

    const underWay = Array.from({ length: 5 }, () => linkSample(store, id).catch(() => 'failed'))
    await relay.cut()
    await Promise.all(underWay)
    await expect(store.ping()).rejects.toThrow('ECONNREFUSED')
    await expect(store.leaseDeliveries(NOON, NOON + 1, 1)).rejects.toThrow('ECONNREFUSED')
    const rate = { perSecond: 1, burst: 1 }
    await expect(store.consume('key:a', rate, NOON)).rejects.toThrow('ECONNREFUSED')

    await relay.fix()
    await expect(store.ping()).resolves.toBeUndefined()
    const linked = (await store.listWallets(id)).length
    expect(await store.listHostEvents({ after: 0, limit: 99 })).toHaveLength(linked)
    await linkSample(store, id)
    expect(await store.listWallets(id)).toHaveLength(linked + 1)
    expect(await store.leaseDeliveries(NOON, NOON + 1, 1)).toHaveLength(1)
  },
  POSTGRES_TIMEOUT_MS,
)

test('a backup made while members link is whole, and opens as a store', async () => {
  const folder = await makeTemporaryFolder('outage')
  const dataKey = randomBytes(32)
  const open = (name: string) =>
    openStore({ databaseUrl: `file:${join(folder, name)}`, dataKey, delivers: true })
  const store = await open('clasp.db')
  onTestFinished(() => store.close())
  const { id } = await sampleMember(store)
  const before = await linkSample(store, id)
  const linking = atOnce(50, async () => sampleHolder(store))
  await copySqliteDatabase(join(folder, 'clasp.db'), join(folder, 'copy.db'))
  await linking
  const copy = await open('copy.db')
  onTestFinished(() => copy.close())
  expect(await copy.listWallets(id)).toEqual([before])
  const events = await copy.listHostEvents({ after: 0, limit: 100 })
  expect(events).toHaveLength(await copy.countLinked())
})

test('a backup refuses to overwrite a file', async () => {
  const folder = await makeTemporaryFolder('outage')
  const path = join(folder, 'precious.db')
  await writeFile(path, 'precious')
  await expect(copySqliteDatabase(':memory:', path)).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'utf8')).toBe('precious')
  expect(await readdir(folder)).toEqual(['precious.db'])
})
