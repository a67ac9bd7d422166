import type { WebhookConfig } from '#server/config/config.ts'
import type { Log } from '#server/log/log.ts'
import type { PendingDelivery } from '#server/store/events/deliveries.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/stored.ts'

/** How long one process leases an event, in milliseconds: longer than the longest try. */
const LEASE_MS = 60_000

export type DuePollerDeps = {
  store: Store
  webhook: WebhookConfig
  log: Log
  now: () => EpochMs
  pollMs: number
}

/** The events to deliver now, and the milliseconds until the next check if nothing happens before. */
export type Due = { deliveries: PendingDelivery[]; pauseMs: number }

/** Leases at most `room` due events; none while the webhook is disabled or the store fails. Never rejects. */
export function createDuePoller({ store, webhook, log, now, pollMs }: DuePollerDeps) {
  const nothing: Due = { deliveries: [], pauseMs: pollMs }

  async function look(room: number): Promise<Due> {
    if (await store.isWebhookDisabled(webhook.url)) return nothing
    const pausedUntil = await store.webhookPausedUntil(webhook.url, now())
    if (pausedUntil !== null) return waitUntil(pausedUntil)
    const deliveries = await store.leaseDeliveries(now(), now() + LEASE_MS, room)
    if (deliveries.length > 0) return { deliveries, pauseMs: pollMs }
    const nextAt = await store.nextDeliveryAt()
    return nextAt === null ? nothing : waitUntil(nextAt)
  }

  /** If events became due meanwhile, another process has leased them. */
  function waitUntil(at: EpochMs): Due {
    const ms = at - now()
    return ms > 0 ? { ...nothing, pauseMs: Math.min(ms, pollMs) } : nothing
  }

  return async (room: number): Promise<Due> => {
    try {
      return await look(room)
    } catch (error) {
      log.error({ error }, 'webhook: cannot look for events')
      return nothing
    }
  }
}
