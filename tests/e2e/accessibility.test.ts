import { expect, test } from 'vitest'
import { findingsOfWalk, WALK_PATIENCE_MS } from '#tests/support/walk-findings.ts'

test(
  'axe finds nothing on any screen, in both themes and both directions of writing',
  async () => {
    const findings = await findingsOfWalk()
    expect(findings.filter(({ kind }) => kind === 'axe').map(({ text }) => text)).toEqual([])
  },
  WALK_PATIENCE_MS,
)
