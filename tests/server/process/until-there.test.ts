import { getEventListeners } from 'node:events'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { untilThere } from '#server/process/until-there.ts'

const SECOND_MS = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A service that is up after this many attempts. */
function setStage(attemptsNeeded: number, isTemporary = true) {
  const lines: string[] = []
  const attempts: number[] = []
  const stopping = new AbortController()
  const found = untilThere(
    {
      what: 'database',
      async attempt() {
        attempts.push(Date.now())
        if (attempts.length < attemptsNeeded) throw new Error('not up yet')
        return 'there'
      },
      isTemporary: () => isTemporary,
    },
    {
      timeoutMs: 60 * SECOND_MS,
      signal: stopping.signal,
      log: createLog('info', { write: (line) => void lines.push(line) }),
      now: Date.now,
    },
  )
  const settled = found.catch((error: unknown) => error)
  return { settled, lines, attempts, stopping }
}

describe('a start', () => {
  test('a start waits with growing pauses for what is not up yet, and says so once', async () => {
    const { settled, lines, attempts, stopping } = setStage(6)
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS)
    expect(await settled).toBe('there')
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"what":"database"')
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  test('a start gives up at its timeout, with the error of the last attempt', async () => {
    const { settled, attempts } = setStage(100)
    await vi.advanceTimersByTimeAsync(120 * SECOND_MS)
    expect(await settled).toMatchObject({ message: 'not up yet' })
    expect((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)).toBeLessThanOrEqual(60 * SECOND_MS)
  })

  test('a start does not wait for what no time fixes', async () => {
    const { settled, lines, attempts } = setStage(2, false)
    expect(await settled).toMatchObject({ message: 'not up yet' })
    expect([attempts.length, lines.length]).toEqual([1, 0])
  })

  test('a start that is stopped while it waits ends immediately', async () => {
    const { settled, attempts, stopping } = setStage(100)
    await vi.advanceTimersByTimeAsync(3 * SECOND_MS)
    const before = attempts.length
    stopping.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(await settled).toMatchObject({ message: 'not up yet' })
    expect(attempts).toHaveLength(before)
  })
})
