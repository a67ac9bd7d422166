import fc from 'fast-check'
import { secp256k1 } from '@noble/curves/secp256k1'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { expect, test } from 'vitest'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { recoverEvmSigner } from '#proof/evm/evm-signer.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'

const BYTES = 32
const ORDER = secp256k1.CURVE.n
const PRIME = secp256k1.CURVE.Fp.ORDER

const bytes32 = fc.uint8Array({ minLength: BYTES, maxLength: BYTES })
const bit = fc.constantFrom(0, 1)
/** Numbers at the borders of what a signature may hold. */
const border = fc
  .constantFrom(
    0n,
    1n,
    2n,
    ORDER / 2n,
    ORDER / 2n + 1n,
    ORDER - 1n,
    ORDER,
    ORDER + 1n,
    PRIME - 1n,
    PRIME,
  )
  .map(toBytes)
const part = fc.oneof(bytes32, border)

function toBytes(number: bigint): Uint8Array {
  return hexToBytes(`0x${number.toString(16).padStart(2 * BYTES, '0')}`)
}

function signed(hash: Uint8Array, key: bigint): Uint8Array {
  const signature = secp256k1.sign(hash, key, { prehash: false })
  return Uint8Array.of(...signature.toCompactRawBytes(), signature.recovery)
}

function expectAgreement(hash: Uint8Array, signature: Uint8Array): string | null {
  const compiled = recoverEvmSigner(bytesToHex(hash), signature, NODE_CRYPTO.recoverKey)
  expect(compiled).toBe(recoverEvmSigner(bytesToHex(hash), signature, PORTABLE_CRYPTO.recoverKey))
  return compiled
}

test('the compiled recovery finds the key that the portable one finds, with s in either half', () => {
  const key = fc.bigInt({ min: 1n, max: ORDER - 1n })
  fc.assert(
    fc.property(bytes32, key, (hash, secret) => {
      const signature = signed(hash, secret)
      const other = Uint8Array.from(signature)
      const s = BigInt(bytesToHex(signature.subarray(BYTES, 2 * BYTES)))
      other.set(toBytes(ORDER - s), BYTES)
      other[2 * BYTES] = 1 - (signature[2 * BYTES] ?? 0)
      const signer = expectAgreement(hash, signature)
      expect(signer).not.toBeNull()
      expect(expectAgreement(hash, other)).toBe(signer)
    }),
    { numRuns: 50 },
  )
})

test('attack: the compiled recovery refuses every signature that the portable one refuses', () => {
  fc.assert(
    fc.property(part, part, part, bit, (hash, r, s, recovery) => {
      expectAgreement(hash, Uint8Array.of(...r, ...s, recovery))
    }),
    { numRuns: 300 },
  )
})
