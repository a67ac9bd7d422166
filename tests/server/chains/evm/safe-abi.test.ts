import { describe, expect, test } from 'vitest'
import { readAddress } from '#server/chains/evm/safe-abi.ts'

const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DIGITS = OWNER.slice('0x'.length).toLowerCase()

describe('an address', () => {
  test.each([
    ['in a word', DIGITS.padStart(64, '0')],
    ['in a word with 0x', `0x${DIGITS.padStart(64, '0')}`],
    ['without its leading zeros', `0x${DIGITS}`],
  ])('is read %s', (_, word) => {
    expect(readAddress(word)).toBe(OWNER)
  })

  test.each([
    ['with something before it', `0x1${DIGITS}`],
    ['with something else in it', `0x${DIGITS.replace('7', 'x')}`],
    ['in a word that is too long', `0x${DIGITS.padStart(65, '0')}`],
    // No test tries all of its lengths.
    ['in a megabyte of zeros', '0'.repeat(1_000_000)],
  ])('is not read %s', (_, word) => {
    expect(readAddress(word)).toBeNull()
  })
})
