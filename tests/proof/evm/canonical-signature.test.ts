import { concat, hexToBytes, numberToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashMessage } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { recoverEvmSigner, recoverSafeSigner, canonicalSignature } from '#proof/evm/evm-signer.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HASH = hashMessage('a text')
const key = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const written = hexToBytes(await key.signMessage({ message: 'a text' }))
const s = BigInt(`0x${Buffer.from(written.subarray(32, 64)).toString('hex')}`)
const parity = (written[64] ?? 0) - 27

/** The same signature with this s and last byte. */
function spelled(value: bigint, last: number): Uint8Array {
  return concat([written.subarray(0, 32), numberToBytes(value, { size: 32 }), Uint8Array.of(last)])
}

const short = concat([
  written.subarray(0, 32),
  numberToBytes(s | (BigInt(parity) << 255n), { size: 32 }),
])

describe('the canonical spelling of a key’s signature', () => {
  test.each([
    ['with 27 or 28', written],
    ['with 0 or 1', spelled(s, parity)],
    ['in the short form of EIP-2098', short],
    ['with s in the upper half', spelled(ORDER - s, 28 - parity)],
    ['with s in the upper half, and 0 or 1', spelled(ORDER - s, 1 - parity)],
  ])('a signature %s becomes the one that wallets write', async (_, signature) => {
    expect(recoverEvmSigner(HASH, signature)).toBe(key.address)
    expect(canonicalSignature(signature)).toEqual(written)
  })

  test.each([31, 32])('a Safe’s mark of eth_sign stays, also where it was %i', async (last) => {
    const [value, kept] = last - 31 === parity ? [s, last] : [ORDER - s, 63 - last]
    const marked = spelled(value, last)
    const personal = recoverSafeSigner(HASH, marked)
    expect(canonicalSignature(marked)).toEqual(spelled(s, kept))
    expect(recoverSafeSigner(HASH, canonicalSignature(marked))).toBe(personal)
  })

  test.each([
    [27, 28],
    [28, 27],
    [31, 32],
    [32, 31],
  ])('a high s with v %i becomes a low s with v %i, in 32 bytes', (high, low) => {
    expect(canonicalSignature(spelled(ORDER - 5n, high))).toEqual(spelled(5n, low))
  })

  test('an s of exactly half the order of the curve counts as low', () => {
    const half = spelled(ORDER / 2n, 27)
    expect(canonicalSignature(half)).toEqual(half)
  })

  test('the bytes of the given signature are not changed', () => {
    const given = spelled(ORDER - s, 1 - parity)
    const copy = Uint8Array.from(given)
    canonicalSignature(given)
    expect(given).toEqual(copy)
  })
})
