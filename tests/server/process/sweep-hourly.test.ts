import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/log/log.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import { sweepHourly } from '#server/process/sweep-hourly.ts'

const MINUTE_MS = 60_000
const RETENTION: Retention = { attemptsMs: 1, eventsMs: 2, idleMembersMs: 3 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start({ sweep = () => Promise.resolve(), random = 0 } = {}) {
  const sweeps: [Retention, number][] = []
  const lines: string[] = []
  const stop = sweepHourly({
    store: {
      sweep(...args) {
        sweeps.push(args)
        return sweep()
      },
    },
    retention: RETENTION,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    now: () => 42,
    random: () => random,
  })
  return { sweeps, lines, stop }
}

test('a process that lives but a few minutes sweeps, too, and then every hour', async () => {
  const { sweeps, stop } = start({ random: 0.5 })
  await vi.advanceTimersByTimeAsync(1.5 * MINUTE_MS - 1)
  expect(sweeps).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sweeps).toEqual([[RETENTION, 42]])
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS)
  expect(sweeps).toHaveLength(3)
  await stop()
})

test('processes that start together do not sweep together', async () => {
  const [one, other] = [start({ random: 0 }), start({ random: 0.99 })]
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([one.sweeps.length, other.sweeps.length]).toEqual([1, 0])
  await Promise.all([one.stop(), other.stop()])
})

test('a sweep that fails is logged, and repeated an hour later', async () => {
  const { sweeps, lines, stop } = start({ sweep: () => Promise.reject(new Error('disk full')) })
  await vi.advanceTimersByTimeAsync(61 * MINUTE_MS)
  expect(sweeps).toHaveLength(2)
  expect(lines).toHaveLength(2)
  await stop()
})

test('a stop waits for the sweep under way, and none comes after it', async () => {
  const disk = new EventEmitter()
  const written = once(disk, 'written').then(() => undefined)
  const { sweeps, stop } = start({ sweep: () => written })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(isStopped).toBe(false)
  disk.emit('written')
  await stopped
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS)
  expect(sweeps).toHaveLength(1)
})
