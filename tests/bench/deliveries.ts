import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { startProduction } from './start-production.ts'

const EVENTS = 4_000
const AT_ONCE = 50
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 60_000

/** Links wallets while nobody delivers, then times the built server emptying the queue. Says it in one line. */
export async function measureDeliveries(databaseUrl: string): Promise<string> {
  const dataKey = randomBytes(32)
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  await linkWallets(store)
  await store.close()

  const receiver = await startReceiver()
  const queuedAt = Date.now()
  const server = await startProduction({
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKey.toString('hex'),
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  })
  try {
    await receiver.received(EVENTS)
    const { firstAt, lastAt } = receiver.times()
    const perSecond = (EVENTS * 1_000) / (lastAt - firstAt)
    return (
      `${perSecond.toFixed(0)}/s over ${EVENTS} events; ` +
      `queue age at the end ${((lastAt - queuedAt) / 1_000).toFixed(1)} s, then ${await queueAge(server.url)} s`
    )
  } finally {
    await server.stop()
    receiver.stop()
  }
}

/** One wallet a member, so that no order holds anything back. */
async function linkWallets(store: Store): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < EVENTS) {
      const index = next
      next += 1
      await linkWallet(store, index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function linkWallet(store: Store, index: number): Promise<void> {
  const now = Date.now()
  const profile = { firstName: 'Member', username: null, language: 'en', mayMessage: null } as const
  const { id: userId } = await store.saveUser(
    { ...profile, telegramId: `${2_000_000 + index}` },
    now,
  )
  const expiresAt = now + 60_000
  const nonce = randomBytes(32).toString('base64url')
  const attempt = await store.createAttempt(
    { userId, nonce, client: null, requestCode: null, now, expiresAt },
    { limit: 1, since: now },
  )
  if (attempt === 'too-many-attempts') throw new Error('the seed must not meet the limit')
  await store.linkWallet({
    attemptId: attempt.id,
    userId,
    proven: {
      family: 'ton',
      network: '-239',
      address: `0:${randomBytes(32).toString('hex')}`,
      kind: 'v5r1',
      level: 'key',
      binding: 'domain',
      keySource: 'state-init',
    },
    signature: randomBytes(64),
    now,
    consentExpiresAt: expiresAt,
    walletLimit: 10,
  })
}

/** Answers 204 to everything and counts distinct events. */
async function startReceiver() {
  const ids = new Set<string>()
  let firstAt = 0
  let lastAt = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      firstAt ||= Date.now()
      lastAt = Date.now()
      ids.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/`,
    times: () => ({ firstAt, lastAt }),
    async received(count: number) {
      const deadline = Date.now() + PATIENCE_MS
      while (ids.size < count && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
      if (ids.size < count) throw new Error(`only ${ids.size} of ${count} events arrived`)
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

async function queueAge(url: string): Promise<string> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return /^clasp_delivery_queue_age_seconds (\S+)$/m.exec(metrics)?.[1] ?? 'unknown'
}
