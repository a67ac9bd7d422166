import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { timeCheck } from '#server/chains/user-queue.ts'

const COMPUTED_MS = 100
const WAITED_MS = 1_500

/** Uses the processor, as a check of a signature does. */
function compute(): void {
  const until = performance.now() + COMPUTED_MS
  while (performance.now() < until);
}

test('a time check counts the computing time, also during a query to the chain, and not the wait for the chain', async () => {
  const counted: [string, number][] = []
  const metrics = { proofChecked: (family: string, ms: number) => void counted.push([family, ms]) }
  const verdict = await timeCheck(
    { family: 'evm', runExclusive: (query) => query(), metrics },
    async (runExclusive) => {
      const asking = runExclusive(() => sleep(WAITED_MS, 'answer'))
      compute()
      return asking
    },
  )
  expect(verdict).toBe('answer')
  expect(counted).toEqual([['evm', expect.any(Number)]])
  const [[, ms] = ['', 0]] = counted
  expect(ms).toBeGreaterThanOrEqual(COMPUTED_MS)
  expect(ms).toBeLessThan(WAITED_MS)
})
