import type { EventPosition } from '#server/store/events/host-events.ts'
import type { Store } from '#server/store/store.ts'

const LEASE_MS = 60_000
const DELIVERIES_AT_ONCE = 64
const RECEIPTS_AT_ONCE = 10
const EVENTS_A_PAGE = 100
const WEBHOOK = 'https://bot.example/events'

/**
 * What becomes of the events that wait: the webhook gets them, the bot sends them, and a host
 * reads them.
 *
 * @returns up to where the host has read
 */
export async function deliverEvents(store: Store, after: EventPosition): Promise<EventPosition> {
  await deliver(store)
  await sendReceipts(store)
  return readOn(store, after)
}

/** As the poller of deliveries does it; the receiver takes no time. */
async function deliver(store: Store): Promise<void> {
  const now = Date.now()
  await store.isWebhookDisabled(WEBHOOK)
  await store.webhookPausedUntil(WEBHOOK, now)
  const due = await store.leaseDeliveries(now, now + LEASE_MS, DELIVERIES_AT_ONCE)
  if (due.length === 0) throw new Error('there was nothing to deliver')
  for (const { event } of due)
    await store.settleDelivery(event.sequence, { state: 'delivered' }, Date.now())
  await store.nextDeliveryAt()
}

async function sendReceipts(store: Store): Promise<void> {
  const now = Date.now()
  const due = await store.leaseReceipts(now, now + LEASE_MS, RECEIPTS_AT_ONCE)
  for (const { event } of due) await store.settleReceipt(event.sequence)
}

/** `GET /v1/events` */
async function readOn(store: Store, after: EventPosition): Promise<EventPosition> {
  if (!(await store.isOfThisHistory(after))) throw new Error('the cursor is of another history')
  const events = await store.listHostEvents({ after: after.position, limit: EVENTS_A_PAGE })
  const last = events.at(-1)
  if (!last) throw new Error('there was no event to read')
  return { position: last.position, eventId: last.event.id }
}
