import { beforeAll, expect, test } from 'vitest'
import type { Finding } from '#tests/support/walk-findings.ts'
import { findingsOfWalk, WALK_PATIENCE_MS } from '#tests/support/walk-findings.ts'

let walked: readonly Finding[]

beforeAll(async () => {
  walked = await findingsOfWalk()
}, WALK_PATIENCE_MS)

const RULES: readonly (readonly [string, Finding['kind']])[] = [
  ['no screen scrolls sideways or reaches out of the window', 'sideways'],
  ['no text is cut off', 'cut-off'],
  ['no two things lie over each other', 'overlap'],
  ['every target is 44 px or more in both directions', 'small-target'],
  ['nothing lies under the device’s insets or Telegram’s own controls', 'covered'],
  ['the primary action is in view before anything is scrolled', 'out-of-view'],
  ['nothing moves for whoever asked for less motion', 'moving'],
]

test.for(RULES)('on every screen, in every look: %s', ([, kind]) => {
  expect(walked.filter((finding) => finding.kind === kind).map(({ text }) => text)).toEqual([])
})
