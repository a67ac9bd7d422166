import { beforeAll, describe, expect, test } from 'vitest'
import { findOnWalk, type Finding, WALK_PATIENCE_MS, type WAYS } from './walk-findings.ts'
import { DIFFERING_LOOKS, LOOKS, type LooksOf } from './walk-looks.ts'

const RULES: readonly (readonly [string, Finding['kind']])[] = [
  ['no screen scrolls sideways or reaches out of the window', 'sideways'],
  ['no text is cut off', 'cut-off'],
  ['no two things lie over each other', 'overlap'],
  ['every target is 44 px or more in both directions', 'small-target'],
  ['nothing lies under the device’s insets or Telegram’s own controls', 'covered'],
  ['the primary action is in view before anything is scrolled', 'out-of-view'],
  ['nothing moves for whoever asked for less motion', 'moving'],
  ['axe finds nothing, in both themes and both directions of writing', 'axe'],
]

/** Tests that hold the screens of a way to the rules, in three looks or in all. */
export function judgeEveryScreen(way: keyof typeof WAYS): void {
  describe('on every screen, in the looks that differ most', { tags: ['short'] }, () => {
    judgeOnWalk(way, DIFFERING_LOOKS)
  })
  describe('on every screen, in every look', { tags: ['full'] }, () => {
    judgeOnWalk(way, LOOKS)
  })
}

function judgeOnWalk(way: keyof typeof WAYS, looks: LooksOf): void {
  let findings: readonly Finding[] = []

  beforeAll(async () => {
    findings = await findOnWalk(way, looks)
  }, WALK_PATIENCE_MS)

  test.for(RULES)('%s', ([, kind]) => {
    const texts = findings.filter((finding) => finding.kind === kind).map(({ text }) => text)
    expect(texts).toEqual([])
  })
}
