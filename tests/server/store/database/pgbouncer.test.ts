// @module-tag full

import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { databaseFailure } from '#server/log/database-failure.ts'
import type { Store } from '#server/store/store.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { findProgram } from '#tests/support/find-program.ts'
import { startPgbouncer } from '#tests/support/pgbouncer.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import {
  NOON,
  proveWallet,
  sampleMember,
  sampleWallet,
  atOnce,
  sampleHolder,
} from '#tests/support/store-samples.ts'

const MISSING =
  'The tests with PgBouncer are skipped: the program is not installed (apt-get install pgbouncer).'
const MEMBERS = 30

const program = findProgram('pgbouncer')
if (program === null) process.stdout.write(`${MISSING}\n`)
beforeEach(({ skip }) => skip(program === null, MISSING))

const dialect = runDialect(postgresDialect())

/** PgBouncer before an empty database. */
async function startBefore(databaseUrl: string, settings: Record<string, number>): Promise<string> {
  const bouncer = await startPgbouncer(program ?? '', databaseUrl, settings)
  onTestFinished(() => bouncer.close())
  return bouncer.databaseUrl
}

async function openBehind(settings: Record<string, number>): Promise<Store> {
  return openTestStore(await startBefore(await dialect.createEmptyDatabase(), settings))
}

/** Members who link one wallet each, all at the same time; returns the reasons of failures. */
async function linkAtOnce(
  store: Store,
  count: number,
): Promise<{ linked: number; failures: unknown[] }> {
  const links = Array.from({ length: count }, async () => sampleHolder(store))
  const outcomes = await Promise.allSettled(links)
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  return { linked: count - failures.length, failures }
}

test('behind PgBouncer in transaction pooling, a store migrates, links, and delivers events in order', async () => {
  const store = await openBehind({ default_pool_size: 2 })
  expect(await linkAtOnce(store, MEMBERS)).toEqual({ linked: MEMBERS, failures: [] })
  const leases = await atOnce(4, () => store.leaseDeliveries(NOON, NOON + 1, MEMBERS))
  const leased = leases.flat().map(({ event }) => event.sequence)
  expect(new Set(leased).size).toBe(MEMBERS)
  expect(leased).toHaveLength(MEMBERS)
  await Promise.all(
    leased.map((sequence) => store.settleDelivery(sequence, { state: 'delivered' }, NOON)),
  )
  expect((await store.deliveryOverview()).counts).toMatchObject({ delivered: MEMBERS, pending: 0 })
  expect(await store.listHostEvents({ after: 0, limit: 99 })).toHaveLength(MEMBERS)
})

test('behind PgBouncer, a wallet that many prove at the same time has one holder', async () => {
  const store = await openBehind({ default_pool_size: 3 })
  const proven = sampleWallet()
  const members = await atOnce(8, () => sampleMember(store))
  const proofs = await Promise.all(members.map(({ id }) => proveWallet(store, id, proven)))
  const outcomes = proofs.map(({ outcome }) => outcome.outcome).toSorted()
  expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'awaiting-consent'), 'linked'])
})

test('behind PgBouncer, stores that start together migrate an empty database one after the other', async () => {
  const databaseUrl = await startBefore(await dialect.createEmptyDatabase(), {
    default_pool_size: 2,
  })
  const stores = await atOnce(4, () => openTestStore(databaseUrl))
  for (const store of stores) expect(await linkAtOnce(store, 3)).toMatchObject({ linked: 3 })
})

test('the limits of a transaction hold behind PgBouncer, and stay with it', async () => {
  const direct = await dialect.createEmptyDatabase()
  const databaseUrl = await startBefore(direct, { default_pool_size: 1 })
  const store = await openTestStore(databaseUrl)
  await sampleHolder(store)
  const other = new pg.Client(databaseUrl)
  await other.connect()
  onTestFinished(() => other.end())
  const { rows } = await other.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '0' }])
})

test('all members link on the clients that PgBouncer takes, where it takes fewer than the pool may have', async () => {
  const store = await openBehind({ default_pool_size: 2, max_client_conn: 4 })
  expect(await linkAtOnce(store, MEMBERS)).toEqual({ linked: MEMBERS, failures: [] })
})

test('a start where PgBouncer takes no client at all says that the database is crowded', async () => {
  const databaseUrl = await startBefore(await dialect.createEmptyDatabase(), {
    max_client_conn: 1,
  })
  const other = new pg.Client(databaseUrl)
  await other.connect()
  onTestFinished(() => other.end())
  const failure: unknown = await openTestStore(databaseUrl).catch((error: unknown) => error)
  expect(databaseFailure(failure)).toBe('crowded')
})
