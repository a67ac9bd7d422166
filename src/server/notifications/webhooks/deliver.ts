import type { Log } from '#server/log/log.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { DeliveryResult, PendingDelivery } from '#server/store/events/deliveries.ts'
import type { Store } from '#server/store/store.ts'
import { startStopwatch } from '#server/metrics/stopwatch.ts'
import type { EpochMs } from '#server/store/stored.ts'
import { viewHostEvent } from '../view-host-event.ts'
import { judgeAnswer, type DeliveryVerdict } from './judge-answer.ts'
import type { WebhookClient } from './webhook-client.ts'

/** After this long without a delivery, failures count as an outage of the receiver, in milliseconds. */
const OUTAGE_MS = 5_000

export type DeliverDeps = {
  store: Store
  client: WebhookClient
  /** Disabled when its receiver answers 410. */
  webhookUrl: string
  log: Log
  now: () => EpochMs
  metrics: Metrics
  /** From 0 up to 1. */
  random: () => number
}

/** One try to deliver one event, including the event's new state. */
export type Deliver = (pending: PendingDelivery) => Promise<void>

export function createDeliver(deps: DeliverDeps): Deliver {
  const { store, client, webhookUrl, log, now, metrics, random } = deps

  function report({ event, tries }: PendingDelivery, verdict: DeliveryVerdict, ms: number): void {
    const isDelivered = verdict.outcome === 'delivered'
    metrics.delivery(verdict.outcome, ms)
    metrics.upstream('webhook', isDelivered ? 'ok' : 'failed')
    if (isDelivered) return
    const { outcome, error: code } = verdict
    const line = { sequence: event.sequence, eventId: event.id, tries: tries + 1, code }
    if (outcome === 'retrying') log.warn(line, 'webhook: not delivered')
    else log.error(line, `webhook: ${outcome}`)
  }

  /** Failures before this start are unknown, so the first success counts as the end of an outage. */
  let hasFailed = true
  /** Time since which nothing was delivered; null while unknown. */
  let quietSince: EpochMs | null = null

  /** Applies what the receiver said about itself to all events. */
  async function heed(verdict: DeliveryVerdict): Promise<void> {
    if (verdict.outcome === 'disabled') await store.disableWebhook(webhookUrl, now())
    if (verdict.outcome === 'retrying' && verdict.pausedUntil !== null)
      await store.pauseWebhook(webhookUrl, verdict.pausedUntil)
  }

  /**
   * When a delivery succeeds after an outage, all waiting events are sent immediately. If one event fails while others
   * succeed, it still waits out its pauses.
   */
  async function flushOthers(verdict: DeliveryVerdict): Promise<void> {
    if (verdict.outcome !== 'delivered') {
      hasFailed = true
      quietSince ??= now()
      return
    }
    const wasOut = hasFailed && (quietSince === null || now() - quietSince >= OUTAGE_MS)
    hasFailed = false
    quietSince = now()
    if (wasOut) await store.flushDeliveries(now())
  }

  return async (pending) => {
    const { event, tries } = pending
    const elapsedMs = startStopwatch()
    const answer = await client.send({
      id: event.id,
      body: JSON.stringify(viewHostEvent(pending)),
    })
    const verdict = judgeAnswer(answer, { tries, now: now(), random })
    report(pending, verdict, elapsedMs())
    await heed(verdict)
    await store.settleDelivery(event.sequence, getResult(verdict, now()), now())
    await flushOthers(verdict)
  }
}

/**
 * An event that met a disabled webhook is due as soon as the webhook is enabled. Neither that nor our own stop uses up
 * a try.
 */
function getResult(verdict: DeliveryVerdict, now: EpochMs): DeliveryResult {
  switch (verdict.outcome) {
    case 'delivered':
      return { state: 'delivered' }
    case 'dead':
      return { state: 'dead', error: verdict.error }
    case 'retrying':
      return {
        state: 'retrying',
        nextAt: verdict.nextAt,
        error: verdict.error,
        isCounted: verdict.error !== 'interrupted',
      }
    case 'disabled':
      return { state: 'retrying', nextAt: now, error: verdict.error, isCounted: false }
  }
}
