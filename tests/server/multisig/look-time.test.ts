import { expect, test } from 'vitest'
import { lookPauseMs } from '#server/multisig/look-time.ts'
import { COLLECTION_TTL_MS } from '#shared/limits.ts'

const MINUTE_MS = 60_000

test('looks are frequent at first and rare later', () => {
  expect(lookPauseMs(0)).toBe(15_000)
  expect(lookPauseMs(10 * MINUTE_MS)).toBe(MINUTE_MS)
  expect(lookPauseMs(48 * 60 * MINUTE_MS)).toBe(15 * MINUTE_MS)
})

test('a collection that lasts its 72 hours costs some hundred questions', () => {
  let looks = 0
  for (let ageMs = 0; ageMs < COLLECTION_TTL_MS; ageMs += lookPauseMs(ageMs)) looks += 1
  expect(looks).toBeGreaterThan(200)
  expect(looks).toBeLessThan(400)
})
