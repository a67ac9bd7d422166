import { Point as EdwardsPoint } from '@noble/ed25519'
import { Point } from '@noble/secp256k1'
import { PORTABLE_CRYPTO } from './crypto.ts'

const NUMBER_BYTES = 32

/** Computes once with each curve, so that a browser has compiled the code before somebody waits for it. */
export function prepareVerifier(): void {
  const hash = new Uint8Array(NUMBER_BYTES).fill(1)
  const publicKey = EdwardsPoint.BASE.toBytes()
  const signature = Uint8Array.of(...publicKey, ...hash)
  PORTABLE_CRYPTO.isEd25519Signature({ publicKey, message: hash, signature })
  // The r of the base point, for a key that is not the neutral point.
  const compact = Uint8Array.of(...Point.BASE.toBytes().subarray(1), ...hash)
  PORTABLE_CRYPTO.recoverKey({ hash, compact, recovery: 1 })
}
