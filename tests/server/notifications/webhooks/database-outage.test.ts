import { expect, onTestFinished, test, vi } from 'vitest'
import { createDeliveries } from '#server/notifications/webhooks/deliveries.ts'
import { createLog } from '#server/log/log.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { startRelay } from '#tests/support/relay.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import { MINUTE, NOON, proveWallet, sampleMember } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

const MEMBERS = 30
const SAVED_AT_ONCE = 10
const WALLETS_EACH = 3
const EVENTS = MEMBERS * WALLETS_EACH
const AT_ONCE = 64

const dialect = runDialect(postgresDialect())

/** A database behind a connection that the test can cut, with events that wait in it. */
async function setStage() {
  const relay = await startRelay(await dialect.createDatabase())
  onTestFinished(() => relay.cut())
  const store = await openStore({
    databaseUrl: relay.url,
    dataKey: new Uint8Array(32).map((_, index) => index * 7 + 1),
    delivers: true,
  })
  onTestFinished(() => store.close())
  // If all were saved at once, the last would wait too long for a connection.
  for (let saved = 0; saved < MEMBERS; saved += SAVED_AT_ONCE)
    await Promise.all(Array.from({ length: SAVED_AT_ONCE }, () => linkInOrder(store)))
  return { relay, store }
}

async function linkInOrder(store: Store): Promise<void> {
  const { id } = await sampleMember(store)
  for (let count = 0; count < WALLETS_EACH; count += 1) await proveWallet(store, id)
}

test('every event is delivered when the database goes away during deliveries and comes back, and only those under way twice', async () => {
  vi.setSystemTime(NOON)
  onTestFinished(() => void vi.useRealTimers())
  const { relay, store } = await setStage()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const logLines: string[] = []
  let cut: Promise<void> | undefined
  receiver.answers(() => {
    if (receiver.deliveries.length === MEMBERS + 5) {
      logLines.length = 0
      cut = relay.cut()
    }
    return { status: 204 }
  })
  const deliveries = createDeliveries({
    store,
    webhook: receiver.webhook,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
    now: Date.now,
    metrics: createMetrics(),
    pollMs: 20,
  })
  onTestFinished(() => deliveries.stop())
  deliveries.start()
  await vi.waitFor(() => cut ?? Promise.reject(new Error('not yet')), { timeout: 15_000 })
  await until(() => expect(logLines.join('')).toContain('webhook: cannot settle an event'))
  await until(() => expect(logLines.join('')).toContain('webhook: cannot look for events'))
  expect(receiver.deliveries.length).toBeLessThan(EVENTS)

  await relay.fix()
  vi.setSystemTime(NOON + 2 * MINUTE)
  await vi.waitFor(
    async () => expect((await store.deliveryOverview()).counts.delivered).toBe(EVENTS),
    { interval: 20, timeout: 10_000 },
  )
  expect(new Set(receiver.ids()).size).toBe(EVENTS)
  expect(receiver.deliveries.length - EVENTS).toBeLessThanOrEqual(AT_ONCE)
}, 30_000)
