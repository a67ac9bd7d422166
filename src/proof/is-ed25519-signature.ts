import { Point } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'
import { addMultiples } from './add-multiples.ts'

/** What an Ed25519 key is said to have signed. */
export type Ed25519Signed = {
  /** 32 bytes. */
  publicKey: Uint8Array
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

const { n: ORDER } = Point.CURVE()
const SIGNATURE_BYTES = 64
const POINT_BYTES = 32

/**
 * Whether it is the key's signature. Points in a form that is not canonical and keys of low order are refused, because
 * anyone can sign for the latter.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8032#section-5.1.7 (with the cofactor)
 */
export function isEd25519Signature({ publicKey, message, signature }: Ed25519Signed): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false
  const s = toNumber(signature.subarray(POINT_BYTES))
  if (s >= ORDER) return false
  try {
    const key = Point.fromBytes(publicKey)
    const nonce = Point.fromBytes(signature.subarray(0, POINT_BYTES))
    if (key.isSmallOrder()) return false
    const hashed = sha512.create().update(signature.subarray(0, POINT_BYTES))
    const challenge = toNumber(hashed.update(publicKey).update(message).digest()) % ORDER
    return addMultiples([s, Point.BASE], [challenge, key.negate()], Point.ZERO)
      .subtract(nonce)
      .clearCofactor()
      .is0()
  } catch {
    // One of the two is no point of the curve.
    return false
  }
}

/** @param bytes little-endian */
function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(Uint8Array.from(bytes).reverse())}`)
}
