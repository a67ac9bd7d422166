import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { watchClock } from '#server/process/watch-clock.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start({ fails = 0 } = {}) {
  const clock = { aheadMs: 0 }
  const setBack: number[] = []
  const startedAt = Date.now()
  let failures = fails
  const watch = watchClock({
    now: () => Date.now() + clock.aheadMs,
    elapsed: () => Date.now() - startedAt,
    async onSetBack(byMs) {
      failures -= 1
      if (failures >= 0) throw new Error('database away')
      setBack.push(byMs)
    },
    log: createLog('silent'),
  })
  onTestFinished(() => watch.stop())
  watch.start()
  return { clock, setBack }
}

test('a clock that is set back by an hour is noticed once, within ten seconds', async () => {
  const { clock, setBack } = start()
  await vi.advanceTimersByTimeAsync(55 * SECOND_MS)
  clock.aheadMs -= HOUR_MS
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  expect(setBack).toEqual([HOUR_MS])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(setBack).toEqual([HOUR_MS])
})

test('a clock that runs ahead, and is then right again, counts as set back', async () => {
  const { clock, setBack } = start()
  clock.aheadMs += HOUR_MS
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS)
  expect(setBack).toEqual([])
  clock.aheadMs -= HOUR_MS
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  expect(setBack).toEqual([HOUR_MS])
})

test('a clock that is corrected by little at a time is left alone', async () => {
  const { clock, setBack } = start()
  for (let corrected = 0; corrected < 20; corrected += 1) {
    clock.aheadMs -= SECOND_MS
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  }
  expect(setBack).toEqual([])
})

test('times are set back once the database is there again', async () => {
  const { clock, setBack } = start({ fails: 2 })
  clock.aheadMs -= HOUR_MS
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(setBack).toEqual([])
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  expect(setBack).toEqual([HOUR_MS])
})
