import { expect, test } from 'vitest'
import type { Overview } from '#shared/api/admin/get-overview.ts'
import { rankFailures } from '#client/screens/admin/failures.ts'

type OverviewAttempt = Overview['attempts'][number]

function attempt(
  outcome: string,
  count: number,
  change: Partial<OverviewAttempt> = {},
): OverviewAttempt {
  return { outcome, platform: 'ios', walletApp: 'Tonkeeper', count, ...change }
}

const byClient = (attempts: OverviewAttempt[]) => rankFailures(attempts, ({ platform }) => platform)

test('attempts that failed alike in one place are one line, whatever else differs', () => {
  const lines = byClient([
    attempt('cancelled', 2),
    attempt('cancelled', 3, { walletApp: null }),
    attempt('cancelled', 1, { platform: 'android' }),
  ])
  expect(lines).toEqual([
    { outcome: 'cancelled', scope: 'ios', count: 5, share: 1 },
    { outcome: 'cancelled', scope: 'android', count: 1, share: 1 },
  ])
})

test('links do not count as failures, but count in the share', () => {
  expect(byClient([attempt('linked', 9), attempt('expired', 1)])).toEqual([
    { outcome: 'expired', scope: 'ios', count: 1, share: 0.1 },
  ])
})

test('the list has no more lines than a phone can show, the most frequent first', () => {
  const attempts = Array.from({ length: 20 }, (_, index) => attempt(`code-${index}`, index + 1))
  expect(byClient(attempts).map(({ count }) => count)).toEqual([20, 19, 18, 17, 16, 15])
})

test('the ranking is empty without attempts', () => {
  expect(byClient([])).toEqual([])
})
