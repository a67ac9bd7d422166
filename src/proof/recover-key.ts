import { bytesToHex } from '@noble/hashes/utils'
import { etc, Point, Signature } from '@noble/secp256k1'
import { addMultiples } from './add-multiples.ts'

/** An ECDSA signature that a key on secp256k1 may have made. */
export type RecoverableSignature = {
  /** 32 bytes. */
  hash: Uint8Array
  /** r and s, 64 bytes. */
  compact: Uint8Array
  recovery: 0 | 1
}

const { n: ORDER } = Point.CURVE()
const R_BYTES = 32
/** The first byte of a point of which only x follows; 3 for an odd y. */
const EVEN = 2

/**
 * The public key: 65 bytes, uncompressed. It throws if no key can have made the signature.
 *
 * @see https://www.secg.org/sec1-v2.pdf, 4.1.6
 */
export function recoverKey({ hash, compact, recovery }: RecoverableSignature): Uint8Array {
  const { r, s } = Signature.fromBytes(compact)
  const nonce = Point.fromBytes(Uint8Array.of(EVEN + recovery, ...compact.subarray(0, R_BYTES)))
  const inverse = etc.invert(r, ORDER)
  const ofBase = etc.mod(-BigInt(`0x${bytesToHex(hash)}`) * inverse, ORDER)
  const ofNonce = etc.mod(s * inverse, ORDER)
  return addMultiples([ofBase, Point.BASE], [ofNonce, nonce], Point.ZERO).toBytes(false)
}
