import { expect, test } from 'vitest'
import { cellBits } from '#server/chains/toncenter/cell-bits.ts'

const TWELVE_BITS = { data: Buffer.of(0xab, 0xcd), bitLength: 12 }

test('bits are read one part after another', () => {
  const bits = cellBits(TWELVE_BITS)
  expect([bits.take(4), bits.left(), bits.take(1), bits.takeHex(0), bits.take(7)]).toEqual([
    0xa,
    8,
    1,
    '',
    0x3c,
  ])
  expect(bits.left()).toBe(0)
})

test('no more bits are read than are left, and a refused read takes none', () => {
  const bits = cellBits(TWELVE_BITS)
  expect([bits.take(13), bits.takeHex(2), bits.left()]).toEqual([null, null, 12])
  expect(bits.takeHex(1)).toBe('ab')
  expect([bits.take(5), bits.takeHex(1), bits.take(4), bits.take(1)]).toEqual([
    null,
    null,
    0xc,
    null,
  ])
})
