import { expect, test } from 'vitest'
import { createServerClock } from '#client/api/server-clock.ts'

const TRUE = Date.parse('2026-11-20T12:00:00.000Z')
const DAY_MS = 86_400_000

/** A device whose clock is off, and a server that sends the time with every answer. */
function setUp({
  offBy = 0,
  date = new Date(TRUE).toUTCString(),
}: { offBy?: number; date?: string | null } = {}) {
  const answer = new Response(null, { headers: date === null ? {} : { date } })
  return createServerClock(
    () => TRUE + offBy,
    async () => answer,
  )
}

test.each([-DAY_MS, DAY_MS, 31_000])(
  'the first answer corrects a clock that is off by %i ms',
  async (offBy) => {
    const clock = setUp({ offBy })
    expect(clock.now()).toBe(TRUE + offBy)
    await clock.fetch('/api/me')
    expect(clock.now()).toBe(TRUE)
    expect(clock.error()).toBe(offBy)
  },
)

test.each([0, 900, -29_000])('a clock that is off by %i ms is left as it is', async (offBy) => {
  const clock = setUp({ offBy })
  await clock.fetch('/api/me')
  expect(clock.now()).toBe(TRUE + offBy)
  expect(clock.error()).toBe(0)
})

test.each([null, '', 'yesterday'])('an answer with the date %j changes nothing', async (date) => {
  const clock = setUp({ offBy: DAY_MS, date })
  await clock.fetch('/api/me')
  expect(clock.now()).toBe(TRUE + DAY_MS)
})
