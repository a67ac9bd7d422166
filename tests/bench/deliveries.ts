import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Store } from '#server/store/store.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { sampleAttempt, sampleLink, sampleProfile } from '#tests/support/store-samples.ts'
import { newSigningSecret } from '#tests/support/webhook-receiver.ts'
import { openBenchStore } from './bench-store.ts'
import { readMetric } from './read-metric.ts'
import { startProduction } from './start-production.ts'
import { seconds } from './statistics.ts'
import { after } from './undoing.ts'

const EVENTS = 4_000
const AT_ONCE = 50
const ALL_ARRIVED = 'all-arrived'
const TIMEOUT_MS = 60_000

/** Links wallets without deliveries, then measures how fast the built server empties the queue. Returns one line. */
export async function measureDeliveries(databaseUrl: string): Promise<string> {
  const store = await openBenchStore(databaseUrl)
  await linkWallets(store)
  await store.close()

  const receiver = await startReceiver(EVENTS)
  const queuedAt = Date.now()
  const server = await startProduction({
    DATABASE_URL: databaseUrl,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SIGNING_SECRET: newSigningSecret(),
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  })
  await receiver.received()
  const { firstAt, lastAt } = receiver.times()
  const age = await readMetric(server.url, 'clasp_delivery_queue_age_seconds')
  const perSecond = (EVENTS * 1_000) / (lastAt - firstAt)
  return (
    `${perSecond.toFixed(0)}/s over ${EVENTS} events; ` +
    `queue age at the end ${seconds(lastAt - queuedAt)}, then ${age} s`
  )
}

/** One wallet for each member, so that no order delays a delivery. */
async function linkWallets(store: Store): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < EVENTS) {
      next += 1
      await linkWallet(store)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** The member lets nobody write, so that no receipt is sent beside the deliveries. */
async function linkWallet(store: Store): Promise<void> {
  const now = Date.now()
  const { id: userId } = await store.saveUser(sampleProfile({ mayMessage: null }), now)
  const attemptId = await sampleAttempt(store, userId, { now })
  await store.linkWallet({ ...sampleLink({ attemptId, userId }), now, consentExpiresAt: now })
}

/** Answers 204 to everything, until so many distinct events have arrived. */
async function startReceiver(count: number) {
  const ids = new Set<string>()
  let firstAt = 0
  let lastAt = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      firstAt ||= Date.now()
      lastAt = Date.now()
      ids.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
      if (ids.size === count) server.emit(ALL_ARRIVED)
    })
  })
  const { url, close } = await listenHere(server)
  after(close)
  return {
    url: `${url}/`,
    times: () => ({ firstAt, lastAt }),
    async received() {
      if (ids.size === count) return
      await once(server, ALL_ARRIVED, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
        throw new Error(`only ${ids.size} of ${count} events arrived`)
      })
    },
  }
}
