import { describe, expect, test } from 'vitest'
import { judgeResponse } from '#server/notifications/webhooks/deliver.ts'
import type { WebhookAnswer } from '#server/notifications/webhooks/webhook-client.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const first = { tries: 0, now: NOW, random: () => 0.5 }
const answered = (status: number, retryAfter?: string): WebhookAnswer => ({
  kind: 'answered',
  status,
  retryAfter,
})

function fourthPauseMs(random: number): number | undefined {
  const verdict = judgeResponse(answered(500), { tries: 3, now: NOW, random: () => random })
  return verdict.outcome === 'retrying' ? verdict.nextAt - NOW : undefined
}

describe('an answer of the receiver', () => {
  test.each([200, 201, 202, 204, 299])('%i is success', (status) => {
    expect(judgeResponse(answered(status), first)).toEqual({ outcome: 'delivered' })
  })

  test.each([301, 302, 303, 304, 307, 308])('%i, a redirect, is a failure', (status) => {
    expect(judgeResponse(answered(status), first)).toMatchObject({
      outcome: 'retrying',
      error: 'redirect',
    })
  })

  test.each([400, 401, 404, 429, 500, 503])('%i leads to another try', (status) => {
    expect(judgeResponse(answered(status), first)).toEqual({
      outcome: 'retrying',
      nextAt: NOW + 5_000,
      error: `http-${status}`,
      pausedUntil: null,
    })
  })

  test('410 disables the webhook, whichever try it is', () => {
    for (const tries of [0, 9, 11])
      expect(judgeResponse(answered(410), { ...first, tries })).toEqual({
        outcome: 'disabled',
        error: 'http-410',
      })
  })

  test('a pause varies by at most 15 % to either side', () => {
    expect(fourthPauseMs(0)).toBe(0.85 * 5 * MINUTE)
    expect(fourthPauseMs(0.5)).toBe(5 * MINUTE)
    expect(fourthPauseMs(0.999_999)).toBe(1.15 * 5 * MINUTE)
  })
})

describe('Retry-After', () => {
  test.each([
    ['seconds', '120', 2 * MINUTE],
    ['an HTTP date', 'Fri, 20 Nov 2026 12:30:00 GMT', 30 * MINUTE],
    ['less than the schedule', '1', 5_000],
    ['a date that has passed', 'Fri, 20 Nov 2026 11:00:00 GMT', 5_000],
    ['at most an hour', '999999999999999999999', HOUR],
    ['a year ahead', 'Sat, 20 Nov 2027 12:00:00 GMT', HOUR],
    ['junk', 'soon', 5_000],
    ['a negative number', '-5', 5_000],
    ['a year that a lenient parser would take for a date', '2099-01-01', 5_000],
  ])('is read: %s', (_, retryAfter, pauseMs) => {
    for (const status of [429, 503]) {
      expect(judgeResponse(answered(status, retryAfter), first)).toMatchObject({
        nextAt: NOW + pauseMs,
      })
    }
  })

  test('is ignored with another status', () => {
    expect(judgeResponse(answered(500, '120'), first)).toMatchObject({ nextAt: NOW + 5_000 })
  })

  test('holds all events for the receiver, also where the event waits longer', () => {
    expect(judgeResponse(answered(503, '120'), { ...first, tries: 4 })).toMatchObject({
      nextAt: NOW + 30 * MINUTE,
      pausedUntil: NOW + 2 * MINUTE,
    })
  })

  test('gives no thirteenth try', () => {
    expect(judgeResponse(answered(503, '120'), { ...first, tries: 11 })).toMatchObject({
      outcome: 'dead',
    })
  })
})

describe('a try without an answer', () => {
  test.each(['timeout', 'refused-address', 'unresolved', 'unreachable', 'tls'] as const)(
    'is made again after %s, which may be fixed',
    (code) => {
      expect(judgeResponse({ kind: 'failed', code }, first)).toEqual({
        outcome: 'retrying',
        nextAt: NOW + 5_000,
        error: code,
        pausedUntil: null,
      })
    },
  )

  test('an interrupted try is due immediately, also after the last try', () => {
    for (const tries of [9, 11])
      expect(judgeResponse({ kind: 'failed', code: 'interrupted' }, { ...first, tries })).toEqual({
        outcome: 'retrying',
        nextAt: NOW,
        pausedUntil: null,
        error: 'interrupted',
      })
  })

  test('an event that is too large never becomes smaller', () => {
    expect(judgeResponse({ kind: 'failed', code: 'too-large' }, first)).toEqual({
      outcome: 'dead',
      error: 'too-large',
    })
  })
})
