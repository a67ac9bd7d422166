import { expect, test } from 'vitest'
import { checkClock } from '#server/cli/doctor/checks/clock.ts'
import { lines, startSite, testAsk } from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

/** @param aheadS how far their clocks are ahead of ours */
async function check(aheadS: number): Promise<string[]> {
  const date = new Date(NOW + aheadS * 1_000).toUTCString()
  const site = await startSite({ '/': { headers: { date } }, '/healthz': { headers: { date } } })
  return lines(
    await checkClock({
      publicUrl: site.url,
      bot: { apiRoot: site.url },
      ask: testAsk(),
      now: () => NOW,
    }),
  )
}

test.each([0, 20, -20])('clocks that differ by %d s agree', async (aheadS) => {
  expect(await check(aheadS)).toEqual([
    'ok: The clock agrees with that of the Bot API server.',
    'ok: The clock agrees with that of the server under PUBLIC_URL.',
  ])
})

test('a clock that is 45 s ahead is a warning', async () => {
  expect((await check(-45))[0]).toBe(
    'warning: The clock is 45 s ahead of that of the Bot API server.',
  )
})

test('a clock that is 75 s behind is a failure, because initData is refused', async () => {
  expect(await check(75)).toEqual([
    'failure: The clock is 75 s behind that of the Bot API server.',
    'failure: The clock is 75 s behind that of the server under PUBLIC_URL.',
  ])
})

test('the doctor does not judge the clock where no server gives the time', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const findings = await checkClock({
    publicUrl: url,
    bot: { apiRoot: url },
    ask: testAsk(),
    now: () => NOW,
  })
  expect(lines(findings)).toEqual(['skipped: No server answered with the time to compare.'])
})
