import type { EpochMs } from '#server/store/stored.ts'

/** RFC 9110 §5.6.7, the one form that is still sent. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds that a `Retry-After` (RFC 9110 §10.2.3: seconds or a date) asks to wait; 0 if it asks for none. */
export function parseRetryAfter(text: string | undefined, now: EpochMs): number {
  if (text === undefined) return 0
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
