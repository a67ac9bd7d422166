import { expect, test } from 'vitest'
import type { Overview } from '#shared/api/admin/get-overview.ts'
import { rankFailures } from '#client/screens/admin/failures.ts'

type Attempt = Overview['attempts'][number]

function attempt(outcome: string, count: number, change: Partial<Attempt> = {}): Attempt {
  return { outcome, platform: 'ios', walletApp: 'Tonkeeper', count, ...change }
}

const byClient = (attempts: Attempt[]) => rankFailures(attempts, ({ platform }) => platform)

test('what ended alike in one place is one line, whatever else differs', () => {
  const lines = byClient([
    attempt('cancelled', 2),
    attempt('cancelled', 3, { walletApp: null }),
    attempt('cancelled', 1, { platform: 'android' }),
  ])
  expect(lines).toEqual([
    { outcome: 'cancelled', place: 'ios', count: 5, share: 1 },
    { outcome: 'cancelled', place: 'android', count: 1, share: 1 },
  ])
})

test('links are no failures, but count in the share', () => {
  expect(byClient([attempt('linked', 9), attempt('expired', 1)])).toEqual([
    { outcome: 'expired', place: 'ios', count: 1, share: 0.1 },
  ])
})

test('no more lines than a phone can show, the most frequent first', () => {
  const attempts = Array.from({ length: 20 }, (_, index) => attempt(`code-${index}`, index + 1))
  expect(byClient(attempts).map(({ count }) => count)).toEqual([20, 19, 18, 17, 16, 15])
})

test('without attempts there is nothing to rank', () => {
  expect(byClient([])).toEqual([])
})
