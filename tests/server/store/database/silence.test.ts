// @module-tag full

import { expect, onTestFinished, test, vi } from 'vitest'
import { isOutage } from '#server/store/database/is-outage.ts'
import type { Store } from '#server/store/store.ts'
import { startRelay, type TestRelay } from '#tests/support/relay.ts'
import { idleTransactions } from '#tests/support/idle-transactions.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { atOnce, sampleHolder } from '#tests/support/store-samples.ts'

const SECOND_MS = 1_000
const TEST_MS = 60 * SECOND_MS

const dialect = runDialect(postgresDialect())

async function relayTo(databaseUrl: string): Promise<TestRelay> {
  const relay = await startRelay(databaseUrl)
  onTestFinished(() => relay.cut())
  return relay
}

/** How many members connect at the same time. */
const AT_ONCE = 8

/** Has members link wallets, again and again, until the test stops it. */
async function keepLinking(store: Store): Promise<() => Promise<unknown>> {
  const stopping = new AbortController()
  const one = async () => {
    while (!stopping.signal.aborted) await linkOne(store).catch(() => undefined)
  }
  const all = atOnce(AT_ONCE, one)
  await vi.waitFor(async () => expect(await store.countLinked()).toBeGreaterThan(AT_ONCE), {
    timeout: 10 * SECOND_MS,
  })
  return () => {
    stopping.abort()
    return all
  }
}

async function linkOne(store: Store): Promise<void> {
  await sampleHolder(store)
}

test(
  'a process whose machine vanishes in the middle of links keeps another process from linking for less than 10 s',
  async () => {
    const databaseUrl = await dialect.createDatabase()
    const relay = await relayTo(databaseUrl)
    const lost = await openTestStore(relay.url)
    const other = await openTestStore(databaseUrl)
    const stop = await keepLinking(lost)
    relay.silence()
    const silentAt = Date.now()
    const stopped = stop()
    expect(await idleTransactions(databaseUrl)).toBeGreaterThan(0)

    const failures: unknown[] = []
    for (;;) {
      const failure = await linkOne(other).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) break
      failures.push(failure)
    }
    expect(Date.now() - silentAt).toBeLessThan(10 * SECOND_MS)
    expect(failures.every(isOutage)).toBe(true)
    await stopped
  },
  TEST_MS,
)

test(
  'a process recovers within 15 s from a network that forgets every open connection, and readiness is right meanwhile',
  async () => {
    const relay = await relayTo(await dialect.createDatabase())
    const store = await openTestStore(relay.url)
    await (
      await keepLinking(store)
    )()
    relay.silence()
    const silentAt = Date.now()
    const pings: unknown[] = []
    while (Date.now() - silentAt < TEST_MS) {
      const askedAt = Date.now()
      const failure = await store.ping().catch((error: unknown) => error)
      expect(Date.now() - askedAt).toBeLessThan(3 * SECOND_MS)
      if (failure === undefined) break
      pings.push(failure)
    }
    await linkOne(store)
    expect(Date.now() - silentAt).toBeLessThan(15 * SECOND_MS)
    expect(pings.length).toBeGreaterThan(0)
    expect(pings.every(isOutage)).toBe(true)
  },
  TEST_MS,
)
