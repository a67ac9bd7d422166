import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDeliveries, type DeliveriesDeps } from '#server/notifications/webhooks/deliveries.ts'
import { createLog } from '#server/log/log.ts'
import { type Metrics, createMetrics } from '#server/metrics/metrics.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import { MINUTE, NOON, proveWallet, sampleMember } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import {
  getEvent,
  type ReceivedDelivery,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#tests/support/webhook-receiver.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'

const HOUR = 60 * MINUTE
/** Standard Webhooks 1.0. */
const PAUSES_MS = [
  5_000,
  20_000,
  60_000,
  ...[5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]
/** Leaves only kicks and due times to wake the loop. */
const NEVER_MS = 2_000_000_000

let store: Store
let receiver: WebhookReceiver
let metrics: Metrics
let logLines: string[]

beforeEach(async () => {
  vi.setSystemTime(NOON)
  onTestFinished(() => void vi.useRealTimers())
  store = await openTestStore()
  receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  metrics = createMetrics()
  logLines = []
})

/** The clock of all parts, the receiver's library included. */
function advance(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

/** The worker that delivers from a real store to a real receiver on loopback. */
function startDeliveries(changes: Partial<DeliveriesDeps> = {}) {
  const deliveries = createDeliveries({
    store,
    webhook: receiver.webhook,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
    now: Date.now,
    metrics,
    random: () => 0.5,
    pollMs: NEVER_MS,
    ...changes,
  })
  deliveries.start()
  onTestFinished(() => deliveries.stop())
  return deliveries
}

/** Waits until this many events are in these states. */
const untilCounts = (counts: Partial<Record<DeliveryState, number>>) =>
  vi.waitFor(async () => expect((await store.deliveryOverview()).counts).toMatchObject(counts), {
    interval: 5,
    timeout: 20_000,
  })

/** Waits until the event that is retried is due at that time. */
const untilDue = (nextAt: number) =>
  vi.waitFor(
    async () => expect((await store.deliveryOverview()).deliveries[0]).toMatchObject({ nextAt }),
    { interval: 5, timeout: 20_000 },
  )

/** Links this many wallets to the member, with an event each. */
async function link(member: StoredUser, count = 1): Promise<string[]> {
  const addresses: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { proven } = await proveWallet(store, member.id)
    addresses.push(proven.address)
  }
  return addresses
}

function getMember(delivery: ReceivedDelivery): string {
  return getEvent(delivery).data.user.id
}

function getAddress(delivery: ReceivedDelivery): string {
  const event = getEvent(delivery)
  return event.type === 'wallet.linked' ? event.data.wallet.address : event.type
}

describe('deliveries', () => {
  test('an event arrives signed, as the document that the API gives, and only once', async () => {
    const member = await sampleMember(store)
    const deliveries = startDeliveries()
    const [address] = await link(member)
    deliveries.kick()
    await untilCounts({ delivered: 1 })
    advance(4 * 24 * HOUR)
    deliveries.kick()
    await deliveries.stop()
    const [received, ...others] = receiver.deliveries
    if (!received) throw new Error('nothing arrived')
    expect(others).toEqual([])
    expect(received.isVerified).toBe(true)
    expect(getEvent(received)).toMatchObject({
      id: received.id,
      type: 'wallet.linked',
      timestamp: new Date(NOON).toISOString(),
      data: { user: { id: member.id, telegramId: member.telegramId }, wallet: { address } },
    })
  })

  test('events from before the start arrive without a kick', async () => {
    await link(await sampleMember(store))
    startDeliveries()
    await untilCounts({ delivered: 1 })
  })

  test('hundreds of events of many members arrive once each, in order for each member', async () => {
    const members = await Promise.all(Array.from({ length: 60 }, () => sampleMember(store)))
    const linked = await Promise.all(
      members.map(async (member) => [member.id, await link(member, 5)] as const),
    )
    startDeliveries()
    await untilCounts({ delivered: 300, pending: 0 })
    expect(new Set(receiver.ids()).size).toBe(300)
    expect(receiver.deliveries).toHaveLength(300)
    for (const [memberId, addresses] of linked) {
      const own = receiver.deliveries.filter((delivery) => getMember(delivery) === memberId)
      expect(own.map(getAddress)).toEqual(addresses)
    }
  })

  test('a retry has the same id and body, and a signature of its own time', async () => {
    await link(await sampleMember(store))
    receiver.answers(() => ({ status: 500 }))
    const deliveries = startDeliveries()
    await untilCounts({ retrying: 1 })
    receiver.answers(() => ({ status: 204 }))
    advance(HOUR)
    deliveries.kick()
    await untilCounts({ delivered: 1 })
    const [first, second] = receiver.deliveries
    expect(second).toMatchObject({ id: first?.id, body: first?.body, isVerified: true })
    expect(second?.timestamp).toBe((NOON + HOUR) / 1_000)
    expect(second?.signatures).not.toEqual(first?.signatures)
  })

  test('a member whose event fails waits in order while the events of others go on', async () => {
    const [unlucky, lucky] = [await sampleMember(store), await sampleMember(store)]
    const addresses = await link(unlucky, 3)
    await link(lucky, 3)
    const [first] = addresses
    receiver.answers((delivery) => ({ status: getAddress(delivery) === first ? 500 : 204 }))
    const deliveries = startDeliveries()
    await untilCounts({ delivered: 3, retrying: 1, pending: 2 })
    receiver.answers(() => ({ status: 204 }))
    advance(HOUR)
    deliveries.kick()
    await untilCounts({ delivered: 6 })
    const own = receiver.deliveries.filter((delivery) => getMember(delivery) === unlucky.id)
    expect(own.map(getAddress)).toEqual([first, ...addresses])
  })

  test('a retry comes when it is due, before the next poll', async () => {
    await link(await sampleMember(store))
    receiver.answers(() => ({ status: 500 }))
    const deliveries = startDeliveries()
    await untilCounts({ retrying: 1 })
    receiver.answers(() => ({ status: 204 }))
    advance(4_990)
    deliveries.kick()
    advance(10)
    await untilCounts({ delivered: 1 })
  })
})

describe('a receiver that fails', () => {
  test('makes an event dead after twelve tries in three days of 500, and gets the next one of its member', async () => {
    const addresses = await link(await sampleMember(store), 2)
    receiver.answers(() => ({ status: 500 }))
    const deliveries = startDeliveries()
    for (const pauseMs of PAUSES_MS) {
      await untilDue(Date.now() + pauseMs)
      receiver.answers((delivery) => ({
        status: getAddress(delivery) === addresses[0] ? 500 : 204,
      }))
      advance(pauseMs)
      deliveries.kick()
    }
    await untilCounts({ dead: 1, delivered: 1 })
    expect((Date.now() - NOON) / HOUR).toBeCloseTo(75.607, 2)
    expect(receiver.deliveries.map(getAddress)).toEqual([
      ...Array.from({ length: 12 }, () => addresses[0]),
      addresses[1],
    ])
    expect(new Set(receiver.ids()).size).toBe(2)
    expect(receiver.deliveries.every(({ isVerified }) => isVerified)).toBe(true)
    expect((await store.deliveryOverview()).deliveries[0]).toMatchObject({
      state: 'dead',
      tries: 12,
      error: 'http-500',
      nextAt: null,
    })
    expect(logLines.at(-1)).toContain('"code":"http-500","msg":"webhook: dead"')
  })

  test.each([
    ['seconds', '1800'],
    ['a date', new Date(NOON + 30 * MINUTE).toUTCString()],
  ])('pauses every event for as long as 429 and Retry-After in %s say', async (_, retryAfter) => {
    await link(await sampleMember(store))
    receiver.answers(() => ({ status: 429, headers: { 'retry-after': retryAfter } }))
    const deliveries = startDeliveries()
    await untilCounts({ retrying: 1 })
    receiver.answers(() => ({ status: 204 }))
    await link(await sampleMember(store))
    advance(30 * MINUTE - 1)
    deliveries.kick()
    expect(await store.webhookPausedUntil(receiver.webhook.url, Date.now())).toBe(
      NOON + 30 * MINUTE,
    )
    await deliveries.stop()
    expect(receiver.deliveries).toHaveLength(1)
    advance(1)
    startDeliveries()
    await untilCounts({ delivered: 2 })
    expect(receiver.deliveries).toHaveLength(3)
  })

  test.each([1, 2, 3])(
    'gets all that waits with the first success after %i tries',
    async (tries) => {
      const members = Array.from({ length: 5 }, async () => link(await sampleMember(store)))
      await Promise.all(members)
      receiver.answers(() => ({ status: 502 }))
      const deliveries = startDeliveries()
      const untilAllDue = (nextAt: number) =>
        vi.waitFor(async () => {
          const { deliveries: waiting } = await store.deliveryOverview()
          expect(new Set(waiting.map((delivery) => delivery.nextAt))).toEqual(new Set([nextAt]))
        })
      for (const pauseMs of PAUSES_MS.slice(0, tries)) {
        await untilAllDue(Date.now() + pauseMs)
        advance(pauseMs)
        deliveries.kick()
      }
      await untilAllDue(Date.now() + (PAUSES_MS[tries] ?? 0))
      const failedAt = Date.now()
      await link(await sampleMember(store))
      receiver.answers(() => ({ status: 204 }))
      deliveries.kick()
      await untilCounts({ delivered: 6 })
      expect(Date.now()).toBe(failedAt)
    },
  )

  test('a slow receiver’s try times out and the others do not wait for it', async () => {
    const [stuck, lucky] = [await sampleMember(store), await sampleMember(store)]
    await link(stuck)
    await link(lucky, 5)
    receiver.answers((delivery) =>
      getMember(delivery) === stuck.id ? () => undefined : { status: 204 },
    )
    startDeliveries({ timeoutMs: 300 })
    await untilCounts({ delivered: 5, pending: 1 })
    await untilCounts({ delivered: 5, retrying: 1 })
    expect((await store.deliveryOverview()).deliveries[0]?.error).toBe('timeout')
  })

  test('loses nothing while it is down', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => sampleMember(store)))
    await Promise.all(members.map((member) => link(member, 2)))
    await receiver.close()
    const deliveries = startDeliveries()
    await untilCounts({ retrying: 5, pending: 5 })
    const { port, secret } = receiver
    const again = await startWebhookReceiver({ port, secret })
    onTestFinished(() => again.close())
    advance(HOUR)
    deliveries.kick()
    await untilCounts({ delivered: 10 })
    expect(new Set(again.ids()).size).toBe(10)
  })
})

describe('a receiver that answers 410', () => {
  test('holds everything until it is enabled again, and then gets it', async () => {
    const { url } = receiver.webhook
    const [one, other] = [await sampleMember(store), await sampleMember(store)]
    await link(one, 2)
    receiver.answers(() => ({ status: 410 }))
    const first = startDeliveries()
    await untilCounts({ retrying: 1, pending: 1 })
    expect(await store.isWebhookDisabled(url)).toBe(true)
    receiver.answers(() => ({ status: 204 }))
    await link(other)
    advance(24 * HOUR)
    first.kick()
    await first.stop()
    const second = startDeliveries()
    second.kick()
    await second.stop()
    expect(receiver.deliveries).toHaveLength(1)
    expect((await store.deliveryOverview()).counts).toMatchObject({ retrying: 1, pending: 2 })

    const third = startDeliveries()
    await store.enableWebhook(url)
    third.kick()
    await untilCounts({ delivered: 3 })
    expect(receiver.deliveries).toHaveLength(4)
  })
})

describe('a clock that jumps', () => {
  test('an event is tried once more when the clock jumps ahead during a try, and the order holds', async () => {
    const addresses = await link(await sampleMember(store), 2)
    const held: (() => void)[] = []
    receiver.answers(() => (response) => void held.push(() => response.writeHead(204).end()))
    const deliveries = startDeliveries()
    await until(() => expect(held).toHaveLength(1))
    advance(HOUR)
    deliveries.kick()
    await until(() => expect(held).toHaveLength(2))
    receiver.answers(() => ({ status: 204 }))
    held.forEach((answer) => answer())
    await untilCounts({ delivered: 2 })
    expect(receiver.deliveries.map(getAddress)).toEqual([addresses[0], ...addresses])
  })

  test('a clock that jumps back by an hour makes a later event wait until its time has come again', async () => {
    await link(await sampleMember(store))
    advance(-HOUR)
    const deliveries = startDeliveries()
    expect(await store.leaseDeliveries(Date.now(), Date.now(), 1)).toEqual([])
    expect(receiver.deliveries).toEqual([])
    advance(HOUR)
    deliveries.kick()
    await untilCounts({ delivered: 1 })
  })
})

describe('a stop', () => {
  test('a stop lets the tries under way finish', async () => {
    await link(await sampleMember(store))
    const answers: (() => void)[] = []
    receiver.answers(() => (response) => {
      answers.push(() => response.writeHead(204).end())
    })
    const deliveries = startDeliveries()
    await until(() => expect(answers).toHaveLength(1))
    const stopped = deliveries.stop()
    answers.forEach((answer) => answer())
    await stopped
    expect((await store.deliveryOverview()).counts).toMatchObject({ delivered: 1 })
  })

  test('a stop interrupts tries that last, and they are due again immediately', async () => {
    await link(await sampleMember(store))
    receiver.answers(() => () => undefined)
    const deliveries = startDeliveries({ stopTimeoutMs: 50 })
    await until(() => expect(receiver.deliveries).toHaveLength(1))
    await deliveries.stop()
    expect((await store.deliveryOverview()).deliveries[0]).toMatchObject({
      state: 'retrying',
      error: 'interrupted',
      nextAt: NOON,
      tries: 0,
    })
    receiver.answers(() => ({ status: 204 }))
    startDeliveries()
    await untilCounts({ delivered: 1 })
  })

  test('a stop takes nothing new', async () => {
    const deliveries = startDeliveries()
    await deliveries.stop()
    await link(await sampleMember(store))
    deliveries.kick()
    expect(await store.leaseDeliveries(NOON, NOON, 1)).toHaveLength(1)
    expect(receiver.deliveries).toEqual([])
  })
})

describe('logs and metrics of deliveries', () => {
  test('log lines name event, tries and code, and nothing of the member, the URL or the secret', async () => {
    const member = await sampleMember(store)
    const [address = ''] = await link(member)
    receiver.answers(() => ({ status: 401 }))
    startDeliveries()
    await untilCounts({ retrying: 1 })
    expect(logLines.join('')).toContain(
      `"sequence":1,"eventId":"${receiver.ids()[0]}","tries":1,"code":"http-401","msg":"webhook: not delivered"`,
    )
    for (const secret of [member.telegramId, address, 'of-the-receiver', receiver.secret]) {
      expect(logLines.join('')).not.toContain(secret)
    }
  })

  test('metrics count every try by its outcome, and the receiver among the upstreams', async () => {
    await link(await sampleMember(store))
    receiver.answers(() => ({ status: 500 }))
    const deliveries = startDeliveries()
    await untilCounts({ retrying: 1 })
    const webhookHealth = () => metrics.upstreams().find(({ name }) => name === 'webhook')
    expect(webhookHealth()).toEqual({ name: 'webhook', health: 'down', failures: 1 })
    receiver.answers(() => ({ status: 204 }))
    advance(HOUR)
    deliveries.kick()
    await untilCounts({ delivered: 1 })
    expect(webhookHealth()).toEqual({ name: 'webhook', health: 'up', failures: 1 })
    const { text } = await metrics.expose({ deliveryQueueAgeS: 0, missing: [] })
    expect(text).toContain('clasp_deliveries_total{outcome="retrying"} 1')
    expect(text).toContain('clasp_deliveries_total{outcome="delivered"} 1')
  })
})
