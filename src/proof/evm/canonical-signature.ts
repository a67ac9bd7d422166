import { bytesToBigInt, numberToBytes } from 'viem/utils'
import { lengthen, SHORT_SIGNATURE_BYTES } from './evm-signer.ts'

/** Of secp256k1: SEC 2, section 2.4.1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const S_OFFSET = 32
const RECOVERY_OFFSET = 64
const RECOVERY_BASE = 27

/**
 * The one spelling of a signature that a key has made: 65 bytes, v of 27 or 28 (31 or 32 as a Safe marks `eth_sign`),
 * and s in the lower half. It recovers to the same key.
 *
 * @param signature r, s and a recovery byte; or 64 bytes after EIP-2098
 */
export function canonicalSignature(signature: Uint8Array): Uint8Array {
  const long = Uint8Array.from(
    signature.length === SHORT_SIGNATURE_BYTES ? lengthen(signature) : signature,
  )
  const last = long[RECOVERY_OFFSET] ?? 0
  const recovery = last < RECOVERY_BASE ? last + RECOVERY_BASE : last
  const s = bytesToBigInt(long.subarray(S_OFFSET, RECOVERY_OFFSET))
  const isHigh = s > ORDER / 2n
  if (isHigh) long.set(numberToBytes(ORDER - s, { size: S_OFFSET }), S_OFFSET)
  long[RECOVERY_OFFSET] = isHigh ? otherParity(recovery) : recovery
  return long
}

/** Of the pairs 27 and 28, 31 and 32, the other one. */
function otherParity(recovery: number): number {
  return recovery % 2 === 0 ? recovery - 1 : recovery + 1
}
