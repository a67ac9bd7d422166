import { expect, test } from 'vitest'
import { describePurpose } from '#client/screens/screen/describe-purpose.ts'

test('a purpose gives the line its direction, whatever script the operator’s name is in', () => {
  expect(describePurpose({ operator: 'Harbour', purpose: 'رأی دادن' })).toBe(
    '\u2068\u2068Harbour\u2069: رأی دادن\u2069',
  )
  expect(describePurpose({ operator: 'Harbour', purpose: null })).toBeUndefined()
})
