import { beforeEach, describe, expect, test } from 'vitest'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import { ATTEMPTS_PER_WINDOW } from '#shared/limits.ts'
import { proofFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The defaults. */
const RETENTION: Retention = {
  attemptsMs: DAY_MS,
  eventsMs: 30 * DAY_MS,
  idleMembersMs: 90 * DAY_MS,
}

let server: TestServer
beforeEach(async () => {
  server = await openTestServer({
    webhook: {
      url: 'http://127.0.0.1:9',
      secrets: ['whsec_unused'],
      ownNetwork: new Set<string>(),
    },
  })
})

const sweep = () => server.store.sweep(RETENTION, server.clock.now)

async function link(token: string): Promise<number> {
  const attempt = await server.newAttempt(token)
  const body = proofFor(server, { payload: attempt.payload, seed: 9 })
  return (await server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })).status
}

/** The rate of a member who called meanwhile lets the next call through an interval later. */
async function status(token: string): Promise<number> {
  const first = await server.call('GET', '/api/me', { token })
  if (first.status !== 429) return first.status
  server.clock.now += Number(first.headers.get('retry-after')) * 1_000
  return (await server.call('GET', '/api/me', { token })).status
}

describe('a clock that jumps a day ahead and back', () => {
  test('no member loses the session or the attempt, though a sweep ran meanwhile', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    server.clock.now += DAY_MS
    expect(await status(token)).toBe(401)
    await sweep()
    server.clock.now -= DAY_MS
    expect(await status(token)).toBe(200)
    const body = proofFor(server, { payload: attempt.payload, seed: 9 })
    const proof = await server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })
    expect(proof.status).toBe(201)
  })

  test('no wallet, member or event is lost', async () => {
    const token = await server.signIn()
    expect(await link(token)).toBe(201)
    server.clock.now += DAY_MS
    await sweep()
    server.clock.now -= DAY_MS
    expect(await (await server.call('GET', '/api/me', { token })).json()).toMatchObject({
      wallets: [{ kind: 'v5r1' }],
    })
    expect(await server.store.listHostEvents({ after: 0, limit: 10 })).toHaveLength(1)
  })

  test('a member who came meanwhile stays signed in, for no longer than a day after', async () => {
    server.clock.now += DAY_MS
    const token = await server.signIn()
    server.clock.now -= DAY_MS
    expect(await status(token)).toBe(200)
    server.clock.now += 2 * DAY_MS
    expect(await status(token)).toBe(401)
  })

  test('no receipt and no delivery waits for that day, because the next sweep makes them due', async () => {
    const token = await server.signIn()
    server.clock.now += DAY_MS
    const later = await server.signIn()
    expect(await link(later)).toBe(201)
    server.clock.now -= DAY_MS
    server.addressRates.setBack(DAY_MS)
    const { store, clock } = server
    const lease = async () => ({
      receipts: await store.leaseReceipts(clock.now, clock.now + MINUTE_MS, 10),
      deliveries: await store.leaseDeliveries(clock.now, clock.now + MINUTE_MS, 10),
    })
    expect(await lease()).toEqual({ receipts: [], deliveries: [] })
    await sweep()
    const { receipts, deliveries } = await lease()
    expect(receipts).toMatchObject([{ event: { type: 'wallet.linked' } }])
    expect(deliveries).toMatchObject([{ event: { type: 'wallet.linked' } }])
    expect(await status(token)).toBe(200)
  })

  test('what was leased meanwhile is freed, too', async () => {
    const token = await server.signIn()
    expect(await link(token)).toBe(201)
    const { store, clock } = server
    const ahead = clock.now + 3 * DAY_MS
    expect(await store.leaseReceipts(ahead, ahead + MINUTE_MS, 10)).toHaveLength(1)
    expect(await store.leaseDeliveries(ahead, ahead + MINUTE_MS, 10)).toHaveLength(1)
    await sweep()
    expect(await store.leaseReceipts(clock.now, clock.now + MINUTE_MS, 10)).toHaveLength(1)
    expect(await store.leaseDeliveries(clock.now, clock.now + MINUTE_MS, 10)).toHaveLength(1)
  })

  test('leaves a lease that is under way alone', async () => {
    const token = await server.signIn()
    expect(await link(token)).toBe(201)
    const { store, clock } = server
    await store.leaseReceipts(clock.now, clock.now + MINUTE_MS, 10)
    await store.leaseDeliveries(clock.now, clock.now + MINUTE_MS, 10)
    await sweep()
    expect(await store.leaseReceipts(clock.now, clock.now + MINUTE_MS, 10)).toEqual([])
    expect(await store.leaseDeliveries(clock.now, clock.now + MINUTE_MS, 10)).toEqual([])
  })
})

test('a clock that jumps a day back keeps sessions, attempts and sweeps working', async () => {
  const token = await server.signIn()
  expect(await link(token)).toBe(201)
  server.clock.now -= DAY_MS
  server.addressRates.setBack(DAY_MS)
  await sweep()
  expect(await status(token)).toBe(200)
  expect(await link(token)).toBe(201)
})

test('attempts made while the clock ran ahead do not count against their member afterwards', async () => {
  server.clock.now += DAY_MS
  const ahead = await server.signIn()
  for (let made = 0; made < ATTEMPTS_PER_WINDOW; made += 1) await server.newAttempt(ahead)
  server.clock.now -= DAY_MS
  // A clock that is set back costs one interval of each rate.
  await expect(server.signIn()).rejects.toThrow('token')
  server.clock.now += SECOND_MS
  const back = await server.signIn()
  await status(back)
  server.clock.now += SECOND_MS
  expect(await server.newAttempt(back)).toMatchObject({ state: 'created' })
})
