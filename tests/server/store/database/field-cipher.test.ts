import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFieldCipher, SealedFieldError } from '#server/store/database/field-cipher.ts'

const AAD = { table: 'users', column: 'profile', row: 'AAAAAAAAAAAAAAAAAAAAAA' }
const PLAIN = Buffer.from('Zebulon')
const KEY = new Uint8Array(32).fill(7)

describe('field cipher', () => {
  const cipher = createFieldCipher(KEY)

  test('a sealed value can be unsealed at its place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (plain) => {
        const unsealed = cipher.unseal(cipher.seal(plain, AAD), AAD)
        expect(Buffer.from(unsealed).equals(plain)).toBe(true)
      }),
    )
  })

  test('seals equal values to different bytes that do not hold them', () => {
    const one = Buffer.from(cipher.seal(PLAIN, AAD))
    const other = Buffer.from(cipher.seal(PLAIN, AAD))
    expect(one.equals(other)).toBe(false)
    expect(one.includes(PLAIN)).toBe(false)
  })

  test('tampering: a value with any one byte changed cannot be unsealed', () => {
    const sealed = cipher.seal(PLAIN, AAD)
    for (const index of sealed.keys()) {
      const altered = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte))
      expect(() => cipher.unseal(altered, AAD)).toThrow(SealedFieldError)
    }
  })

  test('truncation: no beginning of a value can be unsealed', () => {
    const sealed = cipher.seal(PLAIN, AAD)
    for (const length of sealed.keys()) {
      expect(() => cipher.unseal(sealed.subarray(0, length), AAD)).toThrow(SealedFieldError)
    }
  })

  test.each([
    { ...AAD, row: 'BAAAAAAAAAAAAAAAAAAAAA' },
    { ...AAD, column: 'label' },
    { ...AAD, table: 'wallets' },
  ])('a value moved to $table.$column.$row cannot be unsealed', (elsewhere) => {
    const sealed = cipher.seal(PLAIN, AAD)
    expect(() => cipher.unseal(sealed, elsewhere)).toThrow(SealedFieldError)
  })

  test('wrong key: a value cannot be unsealed under another key', () => {
    const other = createFieldCipher(randomBytes(32))
    expect(() => other.unseal(cipher.seal(PLAIN, AAD), AAD)).toThrow(SealedFieldError)
  })

  test('arbitrary bytes cannot be unsealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(() => cipher.unseal(bytes, AAD)).toThrow(SealedFieldError)
      }),
    )
  })

  test('the error does not reveal the value', () => {
    const sealed = cipher.seal(PLAIN, { ...AAD, column: 'label' })
    expect(() => cipher.unseal(sealed, AAD)).toThrow(
      /^sealed field users\.profile cannot be unsealed/,
    )
  })

  test('a lookup is the same for the same value and key only', () => {
    const other = createFieldCipher(randomBytes(32))
    expect(cipher.lookup('42')).toEqual(createFieldCipher(KEY).lookup('42'))
    expect(cipher.lookup('42')).not.toEqual(cipher.lookup('43'))
    expect(cipher.lookup('42')).not.toEqual(other.lookup('42'))
  })

  test('the key check depends on the key and is none of its bytes', () => {
    expect(cipher.keyCheck).not.toEqual(createFieldCipher(randomBytes(32)).keyCheck)
    expect(cipher.keyCheck).not.toEqual(KEY)
  })

  test.each([0, 16, 31, 33, 64])('refuses a key of %i bytes', (length) => {
    expect(() => createFieldCipher(new Uint8Array(length))).toThrow(RangeError)
  })
})
