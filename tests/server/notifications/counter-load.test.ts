// @module-tag full

import { expect, test } from 'vitest'
import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import { gaps, loadCounter, shownBy } from '#tests/support/counter-load.ts'

const ANSWERS = 1_000
const RETRY_AFTER_S = 5
const TIMEOUT_MS = 120_000

test(
  'the counter shows a thousand answers within seconds by edits three seconds apart, honours 429, and loses none',
  { timeout: TIMEOUT_MS },
  async () => {
    const { sends, edits, counted, text, answeredAt } = await loadCounter({
      answers: ANSWERS,
      overMs: 5_000,
      refusal: { each: 3, retryAfterS: RETRY_AFTER_S },
      processes: 2,
    })
    expect(answeredAt).toHaveLength(ANSWERS)
    expect(counted).toBe(ANSWERS)
    expect(text).toContain('1,000 answered')
    expect(sends).toHaveLength(1)

    const last = edits.at(-1)
    expect(last?.status).toBe(200)
    expect(last && shownBy(last)).toBe(ANSWERS)
    expect(Math.min(...gaps([...sends, ...edits]))).toBeGreaterThanOrEqual(EDIT_PAUSE_MS)

    const refused = edits.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { at } of refused) {
      const next = edits.find((edit) => edit.at > at)
      expect((next?.at ?? 0) - at).toBeGreaterThanOrEqual(RETRY_AFTER_S * 1_000)
    }
  },
)
