import { expect, test } from 'vitest'
import { formatAge, formatCount, formatDay, formatShare } from '#client/i18n/format.ts'

test('numbers, shares and days follow the conventions of the language', () => {
  expect(formatCount('en', 12_345)).toBe('12,345')
  expect(formatCount('fa', 12)).toBe('۱۲')
  expect(formatShare('en', 0.256)).toBe('26%')
  expect(formatDay('en', '2026-11-01')).toBe('Nov 1')
  expect(formatDay('ru', '2026-11-01')).toContain('нояб')
})

test.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [60, '1 min'],
  [3_599, '59 min'],
  [7_200, '2 hr'],
  [259_200, '3 days'],
])('an age of %i s is shown as %s', (seconds, messages) => {
  expect(formatAge('en', seconds)).toBe(messages)
})
