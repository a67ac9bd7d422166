import { createPoller, type Poller } from '#server/process/poller.ts'
import type { PendingDelivery } from '#server/store/events/deliveries.ts'
import type { WebhookConfig } from '#server/config/config.ts'
import type { Log } from '#server/log/log.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { createDeliver, type DeliverDeps } from './deliver.ts'
import { createWebhookClient, type WebhookClientDeps } from './webhook-client.ts'

/** How long one process leases an event, in milliseconds: longer than the longest try. */
const LEASE_MS = 60_000

/** How often to check for due events when there is no kick, in milliseconds. */
const POLL_MS = 5_000
/** How long a stop waits for tries under way before it interrupts them, in milliseconds. */
const STOP_TIMEOUT_MS = 3_000
/** Number of parallel tries. */
const AT_ONCE = 64

export type DeliveriesDeps = Omit<DeliverDeps, 'client' | 'webhookUrl' | 'random'> &
  WebhookClientDeps & {
    /** From 0 up to 1. @default Math.random: it only affects when a try comes */
    random?: () => number
    /** @default 5 000 ms */
    pollMs?: number
    /** @default 3 000 ms */
    stopTimeoutMs?: number
  }

/**
 * Delivers events to the operator's receiver, at least once and in order for each member. A try that a crash
 * interrupted is repeated when its lease ends. Nothing is sent while the webhook is disabled. `stop` finishes the tries
 * under way; it interrupts those that take too long, and they are due again immediately.
 */
export function createDeliveries({
  pollMs = POLL_MS,
  stopTimeoutMs = STOP_TIMEOUT_MS,
  random = Math.random,
  ...deps
}: DeliveriesDeps): Poller {
  const client = createWebhookClient(deps)
  const pollDue = createDuePoller({ ...deps, pollMs })
  const deliver = createDeliver({ ...deps, random, client, webhookUrl: deps.webhook.url })
  const busy: Due = { deliveries: [], pauseMs: pollMs }
  const underWay = new Set<Promise<void>>()
  const poller = createPoller(async () => {
    const due = isBusy() ? busy : await pollDue(AT_ONCE - underWay.size)
    due.deliveries.forEach(start)
    return due.pauseMs
  })

  /** Events are leased in batches, so a new batch waits until half of the places are free. */
  function isBusy(): boolean {
    return underWay.size > AT_ONCE / 2
  }

  /** The end of a try makes room, and may free the next event of the same member. */
  function start(delivery: PendingDelivery): void {
    const task = deliverOne(delivery).finally(() => {
      underWay.delete(task)
      if (!isBusy()) poller.kick()
    })
    underWay.add(task)
  }

  /** A failed try does not stop the others; the event is retried when its lease ends. */
  async function deliverOne(delivery: PendingDelivery): Promise<void> {
    try {
      await deliver(delivery)
    } catch (error) {
      deps.log.error(
        { error, sequence: delivery.event.sequence },
        'webhook: cannot settle an event',
      )
    }
  }

  return {
    ...poller,
    async stop() {
      await poller.stop()
      const timeout = setTimeout(() => client.close(), stopTimeoutMs)
      await Promise.all(underWay)
      clearTimeout(timeout)
      client.close()
    },
  }
}

type DuePollerDeps = {
  store: Store
  webhook: WebhookConfig
  log: Log
  now: () => EpochMs
  pollMs: number
}

/** The events to deliver now, and the milliseconds until the next check if nothing happens before. */
type Due = { deliveries: PendingDelivery[]; pauseMs: number }

/** Leases at most `room` due events; none while the webhook is disabled or the store fails. Never rejects. */
function createDuePoller({ store, webhook, log, now, pollMs }: DuePollerDeps) {
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
