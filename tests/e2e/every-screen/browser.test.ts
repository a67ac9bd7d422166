import { describe, expect, test } from 'vitest'
import { DIFFERING_LOOKS, LOOKS, PLAIN_LOOKS } from '#tests/support/walk-looks.ts'
import { RULES, walkBefore } from '#tests/support/walk-rules.ts'

describe('on every screen, as most members see it', { tags: ['short'] }, () => {
  const findings = walkBefore('browser', PLAIN_LOOKS)
  test.for(RULES)('%s', ([, kind]) => expect(findings(kind)).toEqual([]))
})

describe('on every screen, in the looks that differ most', { tags: ['short', 'wide'] }, () => {
  const findings = walkBefore('browser', DIFFERING_LOOKS)
  test.for(RULES)('%s', ([, kind]) => expect(findings(kind)).toEqual([]))
})

describe('on every screen, in every look', { tags: ['full'] }, () => {
  const findings = walkBefore('browser', LOOKS)
  test.for(RULES)('%s', ([, kind]) => expect(findings(kind)).toEqual([]))
})
