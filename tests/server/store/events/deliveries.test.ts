import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { PendingDelivery } from '#server/store/events/deliveries.ts'
import type { EventPosition } from '#server/store/events/host-events.ts'
import type { Store } from '#server/store/store.ts'
import {
  linkSample,
  MINUTE,
  NOON,
  sampleMember,
  atOnce,
  sampleHolder,
  sampleTwo,
  dispute,
  handOver,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const LEASE_UNTIL = NOON + MINUTE
const FAILED = { state: 'retrying', error: 'http-500' } as const
const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAAAA'

describeStore('deliveries', (stage) => {
  describe('leases', () => {
    test('a lease holds the event, its members and its tries', async () => {
      const member = await sampleMember(stage.store)
      const wallet = await linkSample(stage.store, member.id)
      const [delivery] = await lease(stage.store)
      expect(delivery).toMatchObject({
        event: { type: 'wallet.linked', sequence: 1, userId: member.id, wallet },
        tries: 0,
      })
      expect(delivery?.telegramIds).toEqual(new Map([[member.id, member.telegramId]]))
    })

    test('both members of a move are named; one who deleted themselves is not', async () => {
      const { holder, requester, attemptId } = await dispute(stage.store)
      await handOver(stage.store, { attemptId, holder })
      const [, moved] = await stage.store.listHostEvents({ after: 0, limit: 10 })
      expect(moved?.telegramIds).toEqual(
        new Map([
          [requester.id, requester.telegramId],
          [holder.id, holder.telegramId],
        ]),
      )
      await stage.store.deleteUser(holder.id, NOON)
      const [left] = await stage.store.listHostEvents({ after: 0, limit: 10 })
      expect(left?.event).toMatchObject({ type: 'wallet.moved', formerUserId: holder.id })
      expect(left?.telegramIds).toEqual(new Map([[requester.id, requester.telegramId]]))
    })

    test('events that only members are notified of are not delivered', async () => {
      const { holder } = await dispute(stage.store)
      const deliveries = await drain(stage.store)
      expect(deliveries.map(({ event }) => event.type)).toEqual(['wallet.linked'])
      expect(deliveries[0]?.event.userId).toBe(holder.id)
    })

    test('only events that have failed are brought forward, and leased ones stay with their process', async () => {
      const failed = await sampleMember(stage.store)
      await linkSample(stage.store, failed.id)
      await lease(stage.store)
      await sampleHolder(stage.store)
      await lease(stage.store)
      await stage.store.settleDelivery(1, { ...FAILED, nextAt: NOON + 20_000 }, NOON)
      await stage.store.flushDeliveries(NOON)
      const again = await lease(stage.store)
      expect(again.map(({ event }) => event.userId)).toEqual([failed.id])
    })

    test('eight leasers in two processes never get the same event', async () => {
      await linkMany(stage.store, 40)
      const other = await stage.openAnother()
      const leases = await atOnce(8, (index) => lease(index % 2 ? other : stage.store, 10))
      const sequences = leases.flat().map(({ event }) => event.sequence)
      expect(new Set(sequences).size).toBe(sequences.length)
      expect(sequences).toHaveLength(40)
    })

    test('an event whose process dies with the lease is due again', async () => {
      await sampleHolder(stage.store)
      const [lost] = await lease(stage.store)
      expect(await stage.store.leaseDeliveries(LEASE_UNTIL - 1, LEASE_UNTIL, 1)).toEqual([])
      const [again] = await stage.store.leaseDeliveries(LEASE_UNTIL, LEASE_UNTIL + MINUTE, 1)
      expect(again).toEqual({ event: lost?.event, telegramIds: lost?.telegramIds, tries: 1 })
    })

    test('a clock that jumps ahead gives a lease out again, one that jumps back keeps it', async () => {
      await sampleHolder(stage.store)
      await lease(stage.store)
      expect(await stage.store.leaseDeliveries(NOON - 9 * MINUTE, NOON, 1)).toEqual([])
      expect(await stage.store.leaseDeliveries(NOON + 99 * MINUTE, NOON, 1)).toHaveLength(1)
    })

    test('nothing is queued without a webhook, and every event is still listed', async () => {
      const silent = await stage.openAnother({ delivers: false })
      const { id } = await sampleMember(silent)
      await linkSample(silent, id)
      expect(await lease(stage.store)).toEqual([])
      expect(await stage.store.nextDeliveryAt()).toBeNull()
      expect(await stage.store.listHostEvents({ after: 0, limit: 9 })).toHaveLength(1)
    })
  })

  describe('order', () => {
    test("a member's second event waits until the first has arrived", async () => {
      const { userId: id } = await sampleHolder(stage.store)
      await linkSample(stage.store, id)
      const [first, ...others] = await lease(stage.store)
      expect(others).toEqual([])
      expect(await lease(stage.store)).toEqual([])
      await stage.store.settleDelivery(getSequence(first), { state: 'delivered' }, NOON)
      const [second] = await lease(stage.store)
      expect(getSequence(second)).toBe(2)
    })

    test('a failure holds back later events of that member only', async () => {
      const [{ id: failing }, { id: other }] = await sampleTwo(stage.store)
      for (const id of [failing, failing, other, other]) await linkSample(stage.store, id)
      await lease(stage.store)
      const retry = { ...FAILED, nextAt: NOON + 9 * MINUTE }
      await stage.store.settleDelivery(1, retry, NOON)
      await stage.store.settleDelivery(3, { state: 'delivered' }, NOON)
      expect((await lease(stage.store)).map(getSequence)).toEqual([4])
      const late = await stage.store.leaseDeliveries(retry.nextAt, retry.nextAt + MINUTE, 9)
      expect(late.map(({ event, tries }) => [event.sequence, tries])).toEqual([
        [1, 1],
        [4, 1],
      ])
    })

    test("a move waits for what is earlier of either member, and holds both members' later events", async () => {
      const { holder, requester, attemptId } = await dispute(stage.store)
      await linkSample(stage.store, requester.id)
      await handOver(stage.store, { attemptId, holder })
      await linkSample(stage.store, holder.id)
      await linkSample(stage.store, requester.id)
      expect(await drainInRounds(stage.store)).toEqual([
        ['wallet.linked', 'wallet.linked'],
        ['wallet.moved'],
        ['wallet.linked', 'wallet.linked'],
      ])
    })

    test('an event of two members is delivered although what is earlier of either is settled at the same time', async () => {
      for (let round = 0; round < 20; round += 1) {
        const { holder, requester, attemptId } = await dispute(stage.store)
        await linkSample(stage.store, requester.id)
        await handOver(stage.store, { attemptId, holder })
      }
      const [first, second, ...others] = await drainInRounds(stage.store)
      expect(first).toEqual(Array.from({ length: 40 }, () => 'wallet.linked'))
      expect(second).toEqual(Array.from({ length: 20 }, () => 'wallet.moved'))
      expect(others).toEqual([])
    })

    test('an event that is given up lets the next one go', async () => {
      const { userId } = await sampleHolder(stage.store)
      await linkSample(stage.store, userId)
      await lease(stage.store)
      await stage.store.settleDelivery(1, { state: 'dead', error: 'http-400' }, NOON)
      expect((await lease(stage.store)).map(getSequence)).toEqual([2])
    })

    test('tries that are cut short by restarts are not held against an event', async () => {
      await linkMany(stage.store, 1)
      const cutShort = { state: 'retrying', nextAt: NOON, error: 'interrupted', isCounted: false }
      for (let restarts = 0; restarts < 12; restarts += 1) {
        await lease(stage.store, 1)
        await stage.store.settleDelivery(1, { ...cutShort, state: 'retrying' }, NOON)
      }
      const [last] = await lease(stage.store, 1)
      expect(last?.tries).toBe(0)
    })

    test('retries of any number and length never let two events of a member overtake each other', async () => {
      const members = await atOnce(5, () => sampleMember(stage.store))
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(members.map(({ id }) => linkSample(stage.store, id)))
      }
      const arrived = await deliverWithFailures(stage.store)
      expect(arrived).toHaveLength(20)
      for (const { id } of members) {
        const own = arrived.filter(({ event }) => event.userId === id).map(getSequence)
        expect(own).toEqual(own.toSorted((one, other) => one - other))
      }
    })
  })

  test('members who link and go while their events are delivered leave none behind', async () => {
    const members = await atOnce(6, () => sampleMember(stage.store))
    const other = await stage.openAnother()
    const linking = new AbortController()
    const draining = Promise.all(
      [stage.store, other].map(async (store) => {
        const arrived: number[] = []
        while (!linking.signal.aborted) {
          arrived.push(...(await drain(store)).map(getSequence))
          await setImmediate()
        }
        return arrived
      }),
    )
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(members.map(({ id }) => linkSample(stage.store, id)))
    }
    await Promise.all(members.slice(0, 3).map(({ id }) => stage.store.deleteUser(id, NOON)))
    linking.abort()
    const before = (await draining).flat()
    // The event that a member is gone waits as long as a delivery on its way may take.
    const after = (await drain(stage.store, LEASE_UNTIL)).map(getSequence)
    const arrived = [...before, ...after]
    expect(new Set(arrived).size).toBe(arrived.length)
    const { counts } = await stage.store.deliveryOverview()
    expect(counts).toEqual({ pending: 0, retrying: 0, dead: 0, delivered: 18 })
  })

  test('the next time to poll is that of the earliest event that may go, not of one that waits behind it', async () => {
    const { id } = await sampleMember(stage.store)
    expect(await stage.store.nextDeliveryAt()).toBeNull()
    await linkSample(stage.store, id)
    expect(await stage.store.nextDeliveryAt()).toBe(NOON)
    await lease(stage.store)
    const retry = { ...FAILED, nextAt: NOON + 9 * MINUTE }
    await stage.store.settleDelivery(1, retry, NOON)
    await linkSample(stage.store, id)
    expect(await stage.store.nextDeliveryAt()).toBe(retry.nextAt)
  })

  describe('redelivery', () => {
    test('a delivered event goes once more under its old id, as if for the first time', async () => {
      await sampleHolder(stage.store)
      const [first] = await drain(stage.store)
      expect(await stage.store.redeliver(first?.event.id ?? '', NOON)).toBe(true)
      expect(await lease(stage.store)).toEqual([first])
    })

    test('a dead event goes once more and loses its error', async () => {
      await sampleHolder(stage.store)
      const [first] = await lease(stage.store)
      await stage.store.settleDelivery(1, { state: 'dead', error: 'http-400' }, NOON)
      await stage.store.redeliver(first?.event.id ?? '', NOON)
      const { deliveries } = await stage.store.deliveryOverview()
      expect(deliveries).toMatchObject([{ state: 'pending', tries: 0, error: null, nextAt: NOON }])
    })

    test('refuses an unknown event and one that only members are notified of', async () => {
      await dispute(stage.store)
      const { events = [] } = await stage.dump()
      const asked = events.find(({ type }) => type === 'consent.asked')
      expect(await stage.store.redeliver(String(asked?.['id']), NOON)).toBe(false)
      expect(await stage.store.redeliver(UNKNOWN_ID, NOON)).toBe(false)
    })

    test('a late report about a delivered event does not bring it back', async () => {
      await sampleHolder(stage.store)
      await drain(stage.store)
      await stage.store.settleDelivery(1, { ...FAILED, nextAt: NOON }, NOON)
      expect(await lease(stage.store)).toEqual([])
    })
  })

  describe('the overview', () => {
    test('the overview counts by state and shows the dead first, then the retried, then the newest', async () => {
      await linkMany(stage.store, 5)
      await lease(stage.store, 4)
      await stage.store.settleDelivery(1, { state: 'delivered' }, NOON)
      await stage.store.settleDelivery(2, { ...FAILED, nextAt: NOON + 1 }, NOON)
      await stage.store.settleDelivery(3, { state: 'dead', error: 'timeout' }, NOON)
      const overview = await stage.store.deliveryOverview()
      expect(overview.counts).toEqual({ pending: 2, retrying: 1, delivered: 1, dead: 1 })
      expect(overview.oldestAt).toBe(NOON)
      expect(await stage.store.oldestDeliveryAt()).toBe(NOON)
      expect(overview.deliveries.map(({ state, error }) => [state, error])).toEqual([
        ['dead', 'timeout'],
        ['retrying', 'http-500'],
        ['pending', null],
        ['pending', null],
        ['delivered', null],
      ])
      expect(overview.deliveries[1]).toMatchObject({ tries: 1, nextAt: NOON + 1 })
    })

    test('the overview has no oldest event once all have arrived or are given up', async () => {
      await linkMany(stage.store, 2)
      await lease(stage.store, 2)
      await stage.store.settleDelivery(1, { state: 'delivered' }, NOON)
      await stage.store.settleDelivery(2, { state: 'dead', error: 'timeout' }, NOON)
      expect(await stage.store.oldestDeliveryAt()).toBeNull()
    })

    test('the overview shows 50 deliveries at most, and an empty queue has no oldest event', async () => {
      expect(await stage.store.deliveryOverview()).toEqual({
        counts: { pending: 0, retrying: 0, delivered: 0, dead: 0 },
        oldestAt: null,
        deliveries: [],
      })
      await linkMany(stage.store, 60)
      expect((await stage.store.deliveryOverview()).deliveries).toHaveLength(50)
    })
  })

  describe('rows that cannot be unsealed', () => {
    test('an altered event is dead and marked so, and keeps no other back', async () => {
      const { userId: id } = await sampleHolder(stage.store)
      await linkSample(stage.store, id)
      await linkMany(stage.store, 1)
      await stage.alter(
        'update events set body = (select body from events where sequence = 2) where sequence = 1',
      )
      expect((await lease(stage.store)).map(getSequence)).toEqual([3])
      expect(stage.unreadable).toEqual([1])
      expect((await lease(stage.store)).map(getSequence)).toEqual([2])
      const { deliveries } = await stage.store.deliveryOverview()
      expect(deliveries[0]).toMatchObject({ state: 'dead', error: 'unreadable' })
    })

    test('an event whose member cannot be unsealed is not delivered as if the member were deleted', async () => {
      const { userId: id } = await sampleHolder(stage.store)
      await linkMany(stage.store, 1)
      await stage.alter(`update users set profile = telegram_key where id = '${id}'`)
      expect((await lease(stage.store)).map(getSequence)).toEqual([2])
      expect(stage.unreadable).toEqual([1])
    })

    test('an altered receipt is settled, and the others are notified', async () => {
      await linkMany(stage.store, 3)
      await stage.alter(
        'update events set body = (select body from events where sequence = 2) where sequence = 1',
      )
      const receipts = await stage.store.leaseReceipts(NOON, LEASE_UNTIL, 9)
      expect(receipts.map(({ event }) => event.sequence)).toEqual([2, 3])
      expect(stage.unreadable).toEqual([1])
      const later = await stage.store.leaseReceipts(LEASE_UNTIL, LEASE_UNTIL, 9)
      expect(later.map(({ event }) => event.sequence)).toEqual([2, 3])
    })

    test('a reader gets past a whole page of altered events', async () => {
      await linkMany(stage.store, 5)
      await stage.alter(
        'update events set body = (select body from events where sequence = 5) where sequence < 5',
      )
      const events = await stage.store.listHostEvents({ after: 0, limit: 2 })
      expect(events.map(getSequence)).toEqual([5])
      expect(stage.unreadable).toEqual([1, 2, 3, 4])
    })
  })

  describe('reading events', () => {
    test('pages follow each other in order, without a gap or a repetition', async () => {
      await linkMany(stage.store, 7)
      const seen: number[] = []
      for (;;) {
        const page = await stage.store.listHostEvents({ after: seen.at(-1) ?? 0, limit: 3 })
        if (page.length === 0) break
        seen.push(...page.map(({ position }) => position))
      }
      expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
    })

    test('a reader under way while members link misses nothing', async () => {
      const seen: number[] = []
      const linking = linkMany(stage.store, 30)
      while (seen.length < 30) {
        const page = await stage.store.listHostEvents({ after: seen.at(-1) ?? 0, limit: 4 })
        seen.push(...page.map(({ position }) => position))
        // Without this, reads would leave the links no turn of the event loop.
        await setImmediate()
      }
      await linking
      expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    })
  })

  test('a history knows where its readers are, also where the event there is gone', async () => {
    const { userId: id } = await sampleHolder(stage.store)
    await linkSample(stage.store, id)
    const [first, second] = await stage.store.listHostEvents({ after: 0, limit: 2 })
    const knows = (position: EventPosition) => stage.store.isOfThisHistory(position)
    const last = { position: second?.position ?? 0, eventId: second?.event.id ?? '' }
    expect(await knows({ position: 0, eventId: null })).toBe(true)
    expect(await knows(last)).toBe(true)
    expect(await knows({ ...last, eventId: null })).toBe(true)
    expect(await knows({ ...last, eventId: first?.event.id ?? '' })).toBe(false)
    expect(await knows({ ...last, position: last.position + 1 })).toBe(false)
    await stage.store.deleteUser(id, NOON)
    await stage.store.listHostEvents({ after: 0, limit: 9 })
    expect(await knows(last)).toBe(true)
  })

  test('a webhook that answered 410 stays disabled, for its own URL, until it is enabled', async () => {
    const url = 'https://bot.example/hook?key=secret'
    expect(await stage.store.isWebhookDisabled(url)).toBe(false)
    await stage.store.disableWebhook(url, NOON)
    await stage.store.disableWebhook(url, NOON + 1)
    const restarted = await stage.openAnother()
    expect(await restarted.isWebhookDisabled(url)).toBe(true)
    expect(await restarted.isWebhookDisabled('https://bot.example/other')).toBe(false)
    await restarted.enableWebhook(url)
    expect(await stage.store.isWebhookDisabled(url)).toBe(false)
  })
})

function lease(store: Store, limit = 100): Promise<PendingDelivery[]> {
  return store.leaseDeliveries(NOON, LEASE_UNTIL, limit)
}

function getSequence(delivery: Pick<PendingDelivery, 'event'> | undefined): number {
  return delivery?.event.sequence ?? 0
}

/** Delivers all that is due, round by round: a round has the events that may go together. */
async function drainRounds(store: Store, now = NOON): Promise<PendingDelivery[][]> {
  const rounds: PendingDelivery[][] = []
  for (;;) {
    const due = await store.leaseDeliveries(now, now + MINUTE, 100)
    if (due.length === 0) return rounds
    rounds.push(due)
    const settled = due.map((delivery) =>
      store.settleDelivery(getSequence(delivery), { state: 'delivered' }, NOON),
    )
    await Promise.all(settled)
  }
}

async function drain(store: Store, now = NOON): Promise<PendingDelivery[]> {
  return (await drainRounds(store, now)).flat()
}

async function drainInRounds(store: Store): Promise<string[][]> {
  const rounds = await drainRounds(store)
  return rounds.map((round) => round.map(({ event }) => event.type))
}

/** Fails every event twice, for different times; moves the clock to the next due event. */
async function deliverWithFailures(store: Store): Promise<PendingDelivery[]> {
  const arrived: PendingDelivery[] = []
  for (let now = await store.nextDeliveryAt(); now !== null; now = await store.nextDeliveryAt()) {
    for (const delivery of await store.leaseDeliveries(now, now + MINUTE, 3)) {
      const sequence = getSequence(delivery)
      const hasArrived = delivery.tries === 2
      if (hasArrived) arrived.push(delivery)
      const nextAt = now + ((sequence * 7_919) % 11) * MINUTE
      await store.settleDelivery(
        sequence,
        hasArrived ? { state: 'delivered' } : { ...FAILED, nextAt },
        now,
      )
    }
  }
  return arrived
}

/** Links one wallet each for this many new members. */
async function linkMany(store: Store, count: number): Promise<void> {
  await atOnce(count, async () => {
    await sampleHolder(store)
  })
}
