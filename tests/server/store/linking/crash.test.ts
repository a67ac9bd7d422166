// @module-tag wide

import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { linkUntilKilled } from '#tests/support/crash-process.ts'
import { storeDialects, type Dump, runDialect } from '#tests/support/store-dialects.ts'
import { proveWallet, sampleMember } from '#tests/support/store-samples.ts'

const DATA_KEY = Uint8Array.from(randomBytes(32))
const CRASH_TIMEOUT_MS = 60_000

describe.each(storeDialects())('links by processes that are killed, on $name', (dialect) => {
  let databaseUrl: string
  let store: Store

  runDialect(dialect)
  beforeEach(async () => {
    databaseUrl = await dialect.createDatabase()
    store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
  })
  afterEach(async () => {
    await store.close()
    await dialect.dropDatabase(databaseUrl)
  })

  test(
    'processes that start together on an empty database all come up and link',
    { tags: ['full'], timeout: CRASH_TIMEOUT_MS },
    async () => {
      const empty = await dialect.createEmptyDatabase()
      const target = { databaseUrl: empty, dataKey: DATA_KEY, links: 5 }
      const notified = await Promise.all([1, 2, 3].map(() => linkUntilKilled(target)))
      const dump = await dialect.dump(empty)
      expectWholeLinks(dump)
      expect(attemptsIn(dump, 'linked')).toEqual(expect.arrayContaining(notified.flat()))
    },
  )

  test(
    'SIGKILL in the middle of linking: every link is whole or absent',
    () => expectWholeAfter(17),
    CRASH_TIMEOUT_MS,
  )

  test.each([1, 60])(
    'SIGKILL in the middle of linking, after %i links: every link is whole or absent',
    { tags: ['full'], timeout: CRASH_TIMEOUT_MS },
    expectWholeAfter,
  )

  async function expectWholeAfter(links: number): Promise<void> {
    const notified = await linkUntilKilled({ databaseUrl, dataKey: DATA_KEY, links })
    const dump = await dialect.dump(databaseUrl)
    expectWholeLinks(dump)
    const linked = attemptsIn(dump, 'linked')
    expect(linked.length).toBeGreaterThanOrEqual(links)
    for (const attemptId of notified) expect(linked).toContain(attemptId)
    const { id } = await sampleMember(store)
    expect((await proveWallet(store, id)).outcome).toMatchObject({ outcome: 'linked' })
  }

  test(
    'SIGKILL while members take one wallet from each other: one has it, and each move is notified',
    { tags: ['full'], timeout: CRASH_TIMEOUT_MS },
    async () => {
      const target = { databaseUrl, dataKey: DATA_KEY, links: 25, kind: 'taken' } as const
      const notified = await linkUntilKilled(target)
      const dump = await dialect.dump(databaseUrl)
      expectOneTrail(dump)
      expect(attemptsIn(dump, 'linked')).toEqual(expect.arrayContaining(notified))
    },
  )
})

function attemptsIn({ attempts = [] }: Dump, state: string): unknown[] {
  return attempts.filter((attempt) => attempt['state'] === state).map(({ id }) => id)
}

/** A linked attempt has its wallet and its event, both of its member, and there are no others. */
function expectWholeLinks(dump: Dump): void {
  const { attempts = [], wallets = [], events = [] } = dump
  const linked = attempts.filter(({ state }) => state === 'linked')
  expect(new Map(wallets.map(({ id, user_id }) => [id, user_id]))).toEqual(
    new Map(linked.map(({ wallet_id, user_id }) => [wallet_id, user_id])),
  )
  expect(new Set(events.map(({ user_id }) => user_id))).toEqual(
    new Set(linked.map(({ user_id }) => user_id)),
  )
  expect([wallets.length, events.length]).toEqual([linked.length, linked.length])
  const others = attempts.filter(({ state }) => state !== 'linked')
  const open = new Set(['created', 'awaiting-signature'])
  expect(
    others.every(({ state, wallet_id }) => open.has(String(state)) && wallet_id === null),
  ).toBe(true)
}

/** The one wallet went from each holder to the next, and every link of an attempt is one of them. */
function expectOneTrail(dump: Dump): void {
  const { wallets = [], events = [] } = dump
  const trail = events.sort((one, other) => Number(one['sequence']) - Number(other['sequence']))
  const former = trail.map(({ other_user_id }) => other_user_id)
  const holders = trail.map(({ user_id }) => user_id)
  expect(former).toEqual([null, ...holders.slice(0, -1)])
  expect(wallets.map(({ user_id }) => user_id)).toEqual(holders.slice(-1))
  expect(attemptsIn(dump, 'linked')).toHaveLength(trail.length)
}
