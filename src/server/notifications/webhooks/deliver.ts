import type { Log } from '#server/log/log.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { DeliveryResult, PendingDelivery } from '#server/store/events/deliveries.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { viewHostEvent } from '../view-host-event.ts'
import type { WebhookClient, WebhookAnswer } from './webhook-client.ts'

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
    const startedAt = performance.now()
    const answer = await client.send({
      id: event.id,
      body: JSON.stringify(viewHostEvent(pending)),
    })
    const verdict = judgeResponse(answer, { tries, now: now(), random })
    report(pending, verdict, performance.now() - startedAt)
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

/** RFC 9110 §5.6.7, the one form that is still sent. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Pauses between tries (Standard Webhooks 1.0, "Deliverability and reliability"): twelve tries in about three days. A
 * receiver that restarts is usually back within the first ones.
 */
const PAUSES_MS = [
  5 * SECOND,
  20 * SECOND,
  60 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const
/** How much a pause varies to either side, so that events that failed together are not retried together. */
const JITTER = 0.15
/** The longest `Retry-After` that is respected, in milliseconds, because all events wait for it. */
const LONGEST_RETRY_AFTER_MS = HOUR

/** What a try means for its event. */
type DeliveryVerdict =
  | { outcome: 'delivered' }
  /** `pausedUntil`: the receiver asked for a pause until then; null if it did not. */
  | { outcome: 'retrying'; nextAt: EpochMs; error: string; pausedUntil: EpochMs | null }
  | { outcome: 'dead'; error: string }
  /** The receiver accepts no more events. This one waits with the others until it does. */
  | { outcome: 'disabled'; error: string }

type Circumstances = {
  /** Tries before this one. */
  tries: number
  now: EpochMs
  /** From 0 up to 1. */
  random: () => number
}

/** Only 2xx is success; redirects are failures and are never followed. */
export function judgeResponse(
  answer: WebhookAnswer,
  circumstances: Circumstances,
): DeliveryVerdict {
  const { now } = circumstances
  if (answer.kind === 'failed') return judgeFailure(answer.code, circumstances)
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  if (status >= 300 && status < 400) return tryAgain('redirect', circumstances)
  const error = `http-${status}`
  if (status === 410) return { outcome: 'disabled', error }
  if (status !== 429 && status !== 503) return tryAgain(error, circumstances)
  const retryAfterMs = Math.min(parseRetryAfter(retryAfter, now), LONGEST_RETRY_AFTER_MS)
  return tryAgain(error, circumstances, retryAfterMs > 0 ? now + retryAfterMs : null)
}

function judgeFailure(
  code: Extract<WebhookAnswer, { kind: 'failed' }>['code'],
  circumstances: Circumstances,
): DeliveryVerdict {
  switch (code) {
    case 'too-large':
      return { outcome: 'dead', error: code }
    case 'interrupted':
      return { outcome: 'retrying', nextAt: circumstances.now, error: code, pausedUntil: null }
    default:
      return tryAgain(code, circumstances)
  }
}

function tryAgain(
  error: string,
  { tries, now, random }: Circumstances,
  pausedUntil: EpochMs | null = null,
): DeliveryVerdict {
  const pauseMs = PAUSES_MS[tries]
  if (pauseMs === undefined) return { outcome: 'dead', error }
  const jittered = Math.round(pauseMs * (1 + JITTER * (2 * random() - 1)))
  const nextAt = Math.max(now + jittered, pausedUntil ?? now)
  return { outcome: 'retrying', nextAt, error, pausedUntil }
}

/** Milliseconds that a `Retry-After` (RFC 9110 §10.2.3: seconds or a date) asks to wait; 0 if it asks for none. */
function parseRetryAfter(text: string | undefined, now: EpochMs): number {
  if (text === undefined) return 0
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
