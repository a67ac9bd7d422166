import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { timeCheck } from '#server/chains/user-queue.ts'

const COMPUTED_MS = 100
const WAITED_MS = 1_500

test('a time check counts the computing time, also during a query to the chain, and not the wait for the chain', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const counted: [string, number][] = []
  const metrics = { proofChecked: (family: string, ms: number) => void counted.push([family, ms]) }
  const verdict = await timeCheck(
    { family: 'evm', runExclusive: (query) => query(), metrics },
    async (runExclusive) => {
      const asking = runExclusive(async () => {
        await setImmediate()
        vi.advanceTimersByTime(WAITED_MS)
        return 'answer'
      })
      vi.advanceTimersByTime(COMPUTED_MS)
      return asking
    },
  )
  expect(verdict).toBe('answer')
  expect(counted).toEqual([['evm', COMPUTED_MS]])
})
