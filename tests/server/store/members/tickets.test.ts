import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import {
  getAccount,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleAttempt,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleSigning,
  atOnce,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HOUR = 60 * MINUTE
const RETENTION: Retention = { attemptsMs: HOUR, eventsMs: 99 * HOUR, idleMembersMs: 99 * HOUR }

describeStore('tickets', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('a ticket becomes a session for its one attempt, which ends with that', async () => {
    const user = await sampleMember(store)
    const { attemptId, ticketHash } = await openTicket(store, user.id)
    const tokenHash = randomBytes(32)
    expect(await store.redeemTicket({ ticketHash, tokenHash }, NOON)).toEqual({
      user,
      attemptId,
      expiresAt: NOON + 5 * MINUTE,
    })
    const session = { user, attemptId }
    expect(await store.findSession(tokenHash, NOON + 5 * MINUTE - 1)).toEqual(session)
    expect(await store.findSession(tokenHash, NOON + 5 * MINUTE)).toBeUndefined()
  })

  test('attack: a ticket is redeemed twice', async () => {
    const { id: userId } = await sampleMember(store)
    const { ticketHash } = await openTicket(store, userId)
    await store.redeemTicket({ ticketHash, tokenHash: randomBytes(32) }, NOON)
    const tokenHash = randomBytes(32)
    expect(await store.redeemTicket({ ticketHash, tokenHash }, NOON)).toBeUndefined()
    expect(await store.findSession(tokenHash, NOON)).toBeUndefined()
  })

  test('race: 50 concurrent redemptions of one ticket, from two processes, give one session', async () => {
    const { id: userId } = await sampleMember(store)
    const { ticketHash } = await openTicket(store, userId)
    const other = await stage.openAnother()
    const redeemed = await atOnce(50, (index) =>
      (index % 2 ? store : other).redeemTicket({ ticketHash, tokenHash: randomBytes(32) }, NOON),
    )
    expect(redeemed.filter(Boolean)).toHaveLength(1)
    expect((await stage.dump())['sessions']).toHaveLength(1)
  })

  test('attack: a ticket that is unknown, or used after its time', async () => {
    const { id: userId } = await sampleMember(store)
    const unknown = { ticketHash: randomBytes(32), tokenHash: randomBytes(32) }
    expect(await store.redeemTicket(unknown, NOON)).toBeUndefined()
    const { ticketHash } = await openTicket(store, userId)
    const late = { ticketHash, tokenHash: randomBytes(32) }
    expect(await store.redeemTicket(late, NOON + 2 * MINUTE)).toBeUndefined()
    // A clock that is set back does not revive it either.
    expect(await store.redeemTicket(late, NOON)).toBeUndefined()
    expect((await stage.dump())['sessions']).toEqual([])
  })

  test('a newer ticket of the attempt ends the one before it, and no other', async () => {
    const { id: userId } = await sampleMember(store)
    const first = await openTicket(store, userId)
    const elsewhere = await openTicket(store, userId)
    const ticketHash = randomBytes(32)
    const newer = { ticketHash, attemptId: first.attemptId, userId, expiresAt: NOON + MINUTE }
    expect(await store.createTicket(newer, NOON)).toBe(true)
    expect(await redeem(store, first.ticketHash)).toBeUndefined()
    expect(await redeem(store, ticketHash)).toMatchObject({ attemptId: first.attemptId })
    expect(await redeem(store, elsewhere.ticketHash)).toMatchObject({
      attemptId: elsewhere.attemptId,
    })
  })

  test('an attempt that is over, waits for a holder, or is of another member gets none', async () => {
    const [{ id: userId }, { id: otherId }] = await sampleTwo(store)
    const { proven } = await proveWallet(store, otherId)
    const waiting = await proveWallet(store, userId, proven)
    const linked = await proveByText(store, userId)
    const foreign = await sampleAttempt(store, otherId)
    const expired = await sampleAttempt(store, userId, { now: NOON - 5 * MINUTE })
    for (const attemptId of [waiting.attemptId, linked.attemptId, foreign, expired, 'unknown']) {
      const ticket = { ticketHash: randomBytes(32), attemptId, userId, expiresAt: NOON + MINUTE }
      expect(await store.createTicket(ticket, NOON)).toBe(false)
    }
    expect((await stage.dump())['tickets']).toEqual([])
  })

  test('a ticket whose attempt was linked or cancelled meanwhile opens nothing', async () => {
    const { id: userId } = await sampleMember(store)
    const proven = sampleEvmWallet()
    const signing = await sampleSigning(store, userId, { account: getAccount(proven) })
    const linked = await openTicket(store, userId, signing)
    await store.linkWallet(sampleLink({ attemptId: signing, userId }, proven))
    const cancelled = await openTicket(store, userId)
    const target = { id: cancelled.attemptId, userId }
    await store.advanceAttempt(target, { state: 'cancelled' }, NOON)
    for (const { ticketHash } of [linked, cancelled]) {
      expect(await redeem(store, ticketHash)).toBeUndefined()
    }
  })

  test('old tickets, and sessions of one attempt, go with the sweep and with their attempt', async () => {
    const { id: userId } = await sampleMember(store)
    const { ticketHash } = await openTicket(store, userId)
    await redeem(store, ticketHash)
    await openTicket(store, userId)
    await store.sweep(RETENTION, NOON + 2 * MINUTE + 1)
    expect(await stage.dump()).toMatchObject({ tickets: [], sessions: [{ user_id: userId }] })
    await openTicket(store, userId)
    await store.sweep(RETENTION, NOON + HOUR + 5 * MINUTE + 1)
    expect(await stage.dump()).toMatchObject({ tickets: [], sessions: [], attempts: [] })
  })

  test('nothing of a ticket is left when the member deletes everything, not even in a race', async () => {
    const { id: userId } = await sampleMember(store)
    const spent = await openTicket(store, userId)
    await redeem(store, spent.ticketHash)
    const open = await openTicket(store, userId)
    await Promise.all([redeem(store, open.ticketHash), store.deleteUser(userId, NOON)])
    expect(await stage.dump()).toMatchObject({ tickets: [], sessions: [], users: [] })
  })
})

/** A ticket of two minutes, for an attempt of five. */
async function openTicket(store: Store, userId: string, attemptId?: string) {
  const id = attemptId ?? (await sampleAttempt(store, userId, { family: 'evm' }))
  const ticketHash = Uint8Array.from(randomBytes(32))
  const ticket = { ticketHash, attemptId: id, userId, expiresAt: NOON + 2 * MINUTE }
  expect(await store.createTicket(ticket, NOON)).toBe(true)
  return { ticketHash, attemptId: id }
}

function redeem(store: Store, ticketHash: Uint8Array) {
  return store.redeemTicket({ ticketHash, tokenHash: randomBytes(32) }, NOON)
}
