import * as v from 'valibot'
import { readCapped } from '#server/chains/read-capped.ts'

export type ServiceLineOptions = {
  /** Base URL without a chain and without a trailing slash: `https://api.safe.global/tx-service`. */
  apiUrl: string
  /** Null is for trials: two queries a second. */
  apiKey: string | null
  fetch: typeof globalThis.fetch
  /** Unix time in milliseconds. */
  now: () => number
  /** How long one query may take, in milliseconds. @default 4000 */
  timeoutMs?: number
}

/** `none`: nothing is under this path · `unreachable`: no answer, an invalid one, or the service is paused now. */
type ServiceAnswer<T> = T | 'none' | 'unreachable'

export type ServiceLine = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
) => Promise<ServiceAnswer<v.InferOutput<Schema>>>

const DEFAULT_TIMEOUT_MS = 4_000
/** Twice the size of a hundred Safes of twenty owners each. */
const MAX_ANSWER_BYTES = 512 * 1024
const NOT_FOUND = 404
const TOO_MANY_REQUESTS = 429
/** Pause where the service does not say how long. Its limits are per second, and per month. */
const DEFAULT_PAUSE_MS = 5_000
/** Longest pause, even with a used-up month: the monthly quota may have been raised. */
const MAX_PAUSE_MS = 60 * 60 * 1_000

/** Queries the service. When the service limits our rate, pauses for as long as it says. Never rejects. */
export function createServiceLine(options: ServiceLineOptions): ServiceLine {
  const { apiUrl, fetch, now, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const headers = headersFor(options)
  let silentUntil = 0

  return async (path, schema) => {
    if (now() < silentUntil) return 'unreachable'
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${apiUrl}/${path}`, { headers, redirect: 'error', signal })
      if (response.status === TOO_MANY_REQUESTS)
        silentUntil = now() + pauseMs(response.headers, now())
      if (response.ok && response.body) return await readAnswer(response.body, schema)
      await response.body?.cancel()
      return response.status === NOT_FOUND ? 'none' : 'unreachable'
    } catch {
      return 'unreachable'
    }
  }
}

function headersFor({ apiKey }: ServiceLineOptions): Record<string, string> {
  const accept = { accept: 'application/json' }
  return apiKey === null ? accept : { ...accept, authorization: `Bearer ${apiKey}` }
}

/** @throws for a body that is too long, no JSON, or of another shape */
async function readAnswer<Schema extends v.GenericSchema>(
  body: ReadableStream<Uint8Array>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const bytes = await readCapped(body, MAX_ANSWER_BYTES)
  return v.parse(schema, JSON.parse(Buffer.from(bytes).toString()))
}

/**
 * `Retry-After` is in seconds or a date. `X-RateLimit-Reset` is in seconds and about the monthly quota, so it counts
 * only where nothing remains of that.
 *
 * @see https://docs.safe.global/core-api/api-authentication
 */
function pauseMs(headers: Headers, now: number): number {
  const after = headers.get('retry-after')
  const isUsedUp = secondsMs(headers.get('x-ratelimit-remaining')) === 0
  const reset = isUsedUp ? secondsMs(headers.get('x-ratelimit-reset')) : null
  const notified = secondsMs(after) ?? untilDate(after, now) ?? reset ?? DEFAULT_PAUSE_MS
  return Math.min(notified, MAX_PAUSE_MS)
}

function secondsMs(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : null
}

function untilDate(text: string | null, now: number): number | null {
  const date = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
