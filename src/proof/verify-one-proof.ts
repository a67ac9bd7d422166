import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { PORTABLE_CRYPTO } from './crypto.ts'
import { verifyProof } from './verify-proof.ts'

/** Bits of a step through the base point's table. With 2, the table has a fiftieth of the usual size. */
const SMALL_WINDOW = 2

/**
 * {@link verifyProof} for a page that verifies one proof. The tables that make later verifications quicker take most of
 * the first one's time, so they are made small here, for the whole page.
 */
export const verifyOneProof: typeof verifyProof = (source, options) => {
  useSmallTables()
  return verifyProof(source, options)
}

function useSmallTables(): void {
  ed25519.utils.precompute(SMALL_WINDOW)
  secp256k1.utils.precompute(SMALL_WINDOW)
}

/** Computes once with each curve, so that a browser has compiled the code before somebody waits for it. */
export function prepareVerifier(): void {
  useSmallTables()
  const publicKey = ed25519.ExtendedPoint.BASE.toRawBytes()
  const one = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0))
  const signature = Uint8Array.of(...publicKey, ...one)
  PORTABLE_CRYPTO.isEd25519Signature({ publicKey, message: one, signature })
  const { x } = secp256k1.ProjectivePoint.BASE
  const compact = new secp256k1.Signature(x, 1n).toCompactRawBytes()
  PORTABLE_CRYPTO.recoverKey({ hash: one, compact, recovery: 0 })
}
