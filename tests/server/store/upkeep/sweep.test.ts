import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import {
  linkSample,
  MINUTE,
  NOON,
  proveWallet,
  sampleApiKey,
  sampleAttempt,
  sampleMember,
  sampleProfile,
  sampleRequest,
  sampleHolder,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FOREVER: Retention = {
  attemptsMs: 9_999 * DAY,
  eventsMs: 9_999 * DAY,
  idleMembersMs: 9_999 * DAY,
}

describeStore('sweeping', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('a sweep removes sessions, attempts and updates that ended before their retention, and keeps the rest', async () => {
    const { id: userId } = await sampleMember(store)
    const hashes = [randomBytes(32), randomBytes(32)] as const
    await store.openSession({ tokenHash: hashes[0], userId, expiresAt: NOON - 1 })
    await store.openSession({ tokenHash: hashes[1], userId, expiresAt: NOON + 1 })
    const old = await sampleAttempt(store, userId, { now: NOON - 10 * MINUTE })
    const young = await sampleAttempt(store, userId)
    await store.takeUpdate(1, NOON - 1)
    await store.takeUpdate(2, NOON)
    await store.sweep({ ...FOREVER, attemptsMs: DAY }, NOON + DAY)
    expect(await store.findSession(hashes[0], 0)).toBeUndefined()
    expect(await store.findSession(hashes[1], 0)).toBeDefined()
    expect(await store.findAttempt(old, userId, NOON)).toBeUndefined()
    expect(await store.findAttempt(young, userId, NOON)).toBeDefined()
    expect(await store.takeUpdate(1, NOON)).toBe(true)
    expect(await store.takeUpdate(2, NOON)).toBe(false)
  })

  test('attempts that went are counted for a quarter, whatever names of wallets members made up', async () => {
    const { id: userId } = await sampleMember(store)
    for (const walletApp of ['Made up', 'Made up too']) {
      const id = await sampleAttempt(store, userId)
      await store.advanceAttempt({ id, userId }, { state: 'awaiting-wallet', walletApp }, NOON)
    }
    const retention = { ...FOREVER, attemptsMs: DAY }
    await store.sweep(retention, NOON + 92 * DAY)
    expect((await stage.dump())['attempt_tallies']).toHaveLength(2)
    await store.sweep(retention, NOON + 93 * DAY)
    expect((await stage.dump())['attempt_tallies']).toEqual([])
  })

  test('a consent goes with its attempt', async () => {
    const [{ id: holderId }, { id: requesterId }] = await sampleTwo(store)
    const { proven } = await proveWallet(store, holderId)
    await proveWallet(store, requesterId, proven)
    await store.sweep({ ...FOREVER, attemptsMs: DAY }, NOON + 9 * DAY)
    expect(await stage.dump()).toMatchObject({ attempts: [], consents: [] })
    expect(await store.listWallets(holderId)).toMatchObject([proven])
  })

  describe('events', () => {
    const MONTH: Retention = { ...FOREVER, eventsMs: 30 * DAY }

    test('are removed when they were notified and delivered, and not before', async () => {
      for (let count = 0; count < 4; count += 1) {
        await sampleHolder(store)
      }
      await store.settleReceipt(1)
      await store.settleReceipt(2)
      await store.settleReceipt(4)
      await deliver(store, [1, 3, 4])
      await store.sweep(MONTH, NOON + 30 * DAY)
      expect(await sequences(store)).toEqual([1, 2, 3, 4])
      await store.sweep(MONTH, NOON + 30 * DAY + 1)
      // Event 2 is not delivered, 3 is not notified, 4 is the newest.
      expect(await sequences(store)).toEqual([2, 3, 4])
    })

    test('are removed undelivered where there is no longer a webhook', async () => {
      for (let count = 0; count < 2; count += 1) {
        await sampleHolder(store)
      }
      await store.settleReceipt(1)
      const withoutWebhook = await stage.openAnother({ delivers: false })
      await withoutWebhook.sweep(MONTH, NOON + 30 * DAY)
      expect(await sequences(store)).toEqual([1, 2])
      await withoutWebhook.sweep(MONTH, NOON + 30 * DAY + 1)
      expect(await sequences(store)).toEqual([2])
    })

    test('keep the newest, so that no sequence is given twice', async () => {
      const { userId: id } = await sampleHolder(store)
      await store.settleReceipt(1)
      await deliver(store, [1])
      await store.sweep(MONTH, NOON + 99 * DAY)
      await linkSample(store, id)
      expect(await sequences(store)).toEqual([1, 2])
    })

    test('are removed when they are more than one transaction takes', async () => {
      await sampleHolder(store)
      await store.settleReceipt(1)
      await deliver(store, [1])
      await stage.alter(
        `with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 2500)
         insert into events (sequence, id, type, user_id, body, created_at, tries)
         select n, 'id' || n, 'wallet.linked', user_id, body, created_at, 0 from events, numbers`,
      )
      await store.sweep(MONTH, NOON + 99 * DAY)
      const { events = [] } = await stage.dump()
      expect(events.map(({ sequence }) => Number(sequence))).toEqual([2_500])
    })
  })

  describe('members', () => {
    const QUARTER: Retention = { ...FOREVER, idleMembersMs: 90 * DAY }

    test('who have no wallet and were not seen are removed like those who delete themselves', async () => {
      const [idle, linked] = await sampleTwo(store)
      await linkSample(store, linked.id)
      const profile = sampleProfile()
      const seen = await store.saveUser(profile, NOON)
      await store.saveUser(profile, NOON + 1)
      await store.sweep(QUARTER, NOON + 90 * DAY)
      expect(await store.findUser(idle.id)).toBeDefined()
      await store.sweep(QUARTER, NOON + 90 * DAY + 1)
      expect(await store.findUser(idle.id)).toBeUndefined()
      expect(await store.findUser(linked.id)).toBeDefined()
      expect(await store.findUser(seen.id)).toBeDefined()
      const events = await store.listHostEvents({ after: 1, limit: 9 })
      expect(events.map(({ event }) => event)).toMatchObject([
        { type: 'user.deleted', userId: idle.id, createdAt: NOON + 90 * DAY + 1 },
      ])
    })

    test('are removed once when they are more than one batch takes, though two processes sweep', async () => {
      for (let count = 0; count < 120; count += 1) await sampleMember(store)
      const other = await stage.openAnother()
      await Promise.all([
        store.sweep(QUARTER, NOON + 91 * DAY),
        other.sweep(QUARTER, NOON + 91 * DAY),
      ])
      const { users, events } = await stage.dump()
      expect(users).toEqual([])
      expect(events).toHaveLength(120)
    })

    test('a member whose profile no key unseals stays, and the sweep goes on', async () => {
      const [unreadable, idle] = await sampleTwo(store)
      await sampleAttempt(store, unreadable.id)
      const copied = `(select profile from users where id = '${idle.id}')`
      await stage.alter(`update users set profile = ${copied} where id = '${unreadable.id}'`)
      await store.sweep({ ...QUARTER, attemptsMs: DAY }, NOON + 91 * DAY)
      const { users, attempts } = await stage.dump()
      expect(users?.map(({ id }) => id)).toEqual([unreadable.id])
      expect(attempts).toEqual([])
    })
  })

  test('replies to an Idempotency-Key go after a day, requests when events of that age do', async () => {
    const { id: keyId } = await sampleApiKey(store)
    const code = await sampleRequest(store, keyId)
    const hash = randomBytes(32)
    const keyed = { keyId, keyHash: hash, requestHash: hash }
    const reply = { status: 204, body: null }
    await store.runOnce(keyed, NOON, () => Promise.resolve({ reply, isFinal: true, userId: null }))
    await store.sweep({ ...FOREVER, eventsMs: 30 * DAY }, NOON + DAY)
    expect(await store.findEarlierRequest(keyed)).toEqual({ outcome: 'replied', reply })
    await store.sweep({ ...FOREVER, eventsMs: 30 * DAY }, NOON + DAY + 1)
    expect(await store.findEarlierRequest(keyed)).toBeUndefined()
    await store.sweep({ ...FOREVER, eventsMs: 30 * DAY }, NOON + HOUR + 30 * DAY)
    expect(await store.findRequest(code)).toBeDefined()
    await store.sweep({ ...FOREVER, eventsMs: 30 * DAY }, NOON + HOUR + 30 * DAY + 1)
    expect(await store.findRequest(code)).toBeUndefined()
  })
})

async function deliver(store: Store, sequenceNumbers: number[]): Promise<void> {
  await store.leaseDeliveries(NOON, NOON + MINUTE, 100)
  for (const sequence of sequenceNumbers) {
    await store.settleDelivery(sequence, { state: 'delivered' }, NOON)
  }
}

async function sequences(store: Store): Promise<number[]> {
  const events = await store.listHostEvents({ after: 0, limit: 100 })
  return events.map(({ event }) => event.sequence)
}
