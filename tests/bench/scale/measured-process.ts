import { createApiKey } from '#server/http/host/api-key.ts'
import { openStore } from '#server/store/open-store.ts'
import type { EventPosition } from '#server/store/events/host-events.ts'
import type { Store } from '#server/store/store.ts'
import { deliverEvents } from './deliver-events.ts'
import { linkOne } from './link-one.ts'
import { pollOnce } from './poll-once.ts'
import type { ScaleResult, ScaleTask } from './scale-messages.ts'

/** The product's store in a process of its own, so that its memory is its own too. */
process.once('message', (task: ScaleTask) => void start(task))

async function start({
  databaseUrl,
  dataKeyHex,
  members,
  warmUp,
  position,
}: ScaleTask): Promise<void> {
  const dataKey = Uint8Array.from(Buffer.from(dataKeyHex, 'hex'))
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const key = await addKey(store)
  const result: ScaleResult = { link: [], poll: [], event: [], rss: 0, heap: 0 }
  let after: EventPosition = { position, eventId: null }
  for (const [round, member] of members.entries()) {
    const linkedAt = performance.now()
    const { attemptId, wallet } = await linkOne(store, member)
    const polledAt = performance.now()
    await pollOnce(store, { member, wallet, key, attemptId })
    const deliveredAt = performance.now()
    after = await deliverEvents(store, after)
    const endedAt = performance.now()
    if (round >= warmUp) {
      result.link.push(polledAt - linkedAt)
      result.poll.push(deliveredAt - polledAt)
      result.event.push(endedAt - deliveredAt)
    }
    // The number of links stays the same.
    await store.unlinkWallet(wallet.id, member.userId, Date.now())
    after = await deliverEvents(store, after)
  }
  // Only what is held counts.
  globalThis.gc?.()
  const { rss, heapUsed: heap } = process.memoryUsage()
  await store.close()
  process.send?.({ ...result, rss, heap } satisfies ScaleResult, () => process.disconnect())
}

/** The operator's own, with which the host API is read. */
async function addKey(store: Store): Promise<Uint8Array> {
  const { hash } = createApiKey()
  const name = Buffer.from(hash).toString('hex')
  await store.addApiKey({ name, scopes: ['wallets:read', 'events:read'], hash }, Date.now())
  return hash
}
