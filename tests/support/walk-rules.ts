import { beforeAll } from 'vitest'
import { findOnWalk, type LayoutFinding, WALK_TIMEOUT_MS, type WAYS } from './walk-findings.ts'
import type { LooksOf } from './walk-looks.ts'

/** The rules for every screen, with the kind of finding that breaks each. */
export const RULES: readonly (readonly [string, LayoutFinding['kind']])[] = [
  ['no screen scrolls sideways or reaches out of the window', 'sideways'],
  ['no text is cut off', 'cut-off'],
  ['no two things lie over each other', 'overlap'],
  ['every target is 44 px or more in both directions', 'small-target'],
  ['nothing lies under the device’s insets or Telegram’s own controls', 'covered'],
  ['the primary action is in view before anything is scrolled', 'out-of-view'],
  ['nothing moves for a member who asked for less motion', 'moving'],
  ['axe finds nothing, in both themes and both directions of writing', 'axe'],
]

/** Walks before the tests of a `describe`, which then read the findings. */
export function walkBefore(
  way: keyof typeof WAYS,
  looks: LooksOf,
): (kind: LayoutFinding['kind']) => string[] {
  let findings: readonly LayoutFinding[] = []
  beforeAll(async () => {
    findings = await findOnWalk(way, looks)
  }, WALK_TIMEOUT_MS)
  return (kind) => findings.filter((finding) => finding.kind === kind).map(({ text }) => text)
}
