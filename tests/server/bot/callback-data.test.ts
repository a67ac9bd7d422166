import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePress, parsePress, type ButtonPress } from '#server/bot/callback-data.ts'

const id = fc.stringMatching(/^[0-9A-Za-z_-]{22}$/)
const press: fc.Arbitrary<ButtonPress> = fc.oneof(
  fc.record({ type: fc.constant('unlink' as const), walletId: id }),
  fc.record({
    type: fc.constant('unlink-answer' as const),
    answer: fc.constantFrom('yes' as const, 'no' as const),
    walletId: id,
  }),
  fc.record({ type: fc.constant('undo' as const), walletId: id }),
  fc.record({
    type: fc.constant('consent' as const),
    answer: fc.constantFrom('move' as const, 'keep' as const),
    attemptId: id,
  }),
  fc.record({
    type: fc.constant('withdraw' as const),
    requestCode: id.map((code) => `r1_${code}`),
  }),
  fc.record({
    type: fc.constant('delete' as const),
    answer: fc.constantFrom('yes' as const, 'no' as const),
    askedAt: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000),
  }),
)

describe('callback data', () => {
  test('says what was pressed, in at most 64 bytes', () => {
    fc.assert(
      fc.property(press, (pressed) => {
        const data = encodePress(pressed)
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
        expect(parsePress(data)).toEqual(pressed)
      }),
    )
  })

  test('data of any other shape is nothing, and never an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (data) => {
        expect(parsePress(data)).toBeUndefined()
      }),
    )
    expect(parsePress(undefined)).toBeUndefined()
  })
})
