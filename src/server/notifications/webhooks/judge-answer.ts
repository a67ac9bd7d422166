import type { EpochMs } from '#server/store/stored.ts'
import type { WebhookAnswer } from './webhook-client.ts'

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
export type DeliveryVerdict =
  | { outcome: 'delivered' }
  /** `pausedUntil`: the receiver asked for a pause until then; null if it did not. */
  | { outcome: 'retrying'; nextAt: EpochMs; error: string; pausedUntil: EpochMs | null }
  | { outcome: 'dead'; error: string }
  /** The receiver accepts no more events. This one waits with the others until it does. */
  | { outcome: 'disabled'; error: string }

export type Circumstances = {
  /** Tries before this one. */
  tries: number
  now: EpochMs
  /** From 0 up to 1. */
  random: () => number
}

/** Only 2xx is success; redirects are failures and are never followed. */
export function judgeAnswer(answer: WebhookAnswer, circumstances: Circumstances): DeliveryVerdict {
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
