import { expect, test } from 'vitest'
import { refreshPauseMs } from '#server/multisig/watch-cosignings.ts'
import { COSIGNING_TTL_MS } from '#shared/limits.ts'

const MINUTE_MS = 60_000

test('polls are frequent at first and rare later', () => {
  expect(refreshPauseMs(0)).toBe(15_000)
  expect(refreshPauseMs(10 * MINUTE_MS)).toBe(MINUTE_MS)
  expect(refreshPauseMs(48 * 60 * MINUTE_MS)).toBe(15 * MINUTE_MS)
})

test('a cosigning that lasts its 72 hours costs some hundred queries', () => {
  let looks = 0
  for (let ageMs = 0; ageMs < COSIGNING_TTL_MS; ageMs += refreshPauseMs(ageMs)) looks += 1
  expect(looks).toBeGreaterThan(200)
  expect(looks).toBeLessThan(400)
})
