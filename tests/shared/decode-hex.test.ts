import { expect, test } from 'vitest'
import { decodeHex } from '#shared/hex.ts'

test.each([
  ['0x', ''],
  ['0x00', '00'],
  ['0xABcd', 'abcd'],
])('%s is read', (text, bytes) => {
  expect(decodeHex(text)).toEqual(new Uint8Array(Buffer.from(bytes, 'hex')))
})

test.each(['', 'ab', '0x1', '0x123', '0x12g0', '0x1g', '120x12', '0x12 '])(
  '"%s" is refused',
  (text) => {
    expect(decodeHex(text)).toBeNull()
  },
)
