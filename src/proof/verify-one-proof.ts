import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { verifyProof } from './verify-proof.ts'

/** Bits of a step through the base point's table. With 2, the table has a fiftieth of the usual size. */
const SMALL_WINDOW = 2

/**
 * {@link verifyProof} for a page that verifies one proof. The tables that make later verifications quicker take most of
 * the first one's time, so they are made small here, for the whole page.
 */
export const verifyOneProof: typeof verifyProof = (source, options) => {
  ed25519.utils.precompute(SMALL_WINDOW)
  secp256k1.utils.precompute(SMALL_WINDOW)
  return verifyProof(source, options)
}
