import type { Hex } from 'viem'
import { bytesToHex, recoverAddress } from 'viem/utils'

/** ECDSA with a recovery byte; in the short form of EIP-2098 that byte is a bit of `s`. */
export const KEY_SIGNATURE_BYTES = 65
export const SHORT_SIGNATURE_BYTES = 64
/** Where `s` starts. In the short form, its first bit is the recovery bit. */
const S_OFFSET = 32
const RECOVERY_BIT = 0x80

/**
 * Address, with its checksum, of the key that signed the hash; null if no key can have signed it.
 *
 * Both halves of the range of `s` are accepted, as in the EVM's own `ecrecover`. A second form of a signature is
 * harmful only where signatures serve as identifiers. Ours are valid once, because of their single-use nonce.
 *
 * @param signature r, s and a recovery byte of 0, 1, 27 or 28; or 64 bytes after EIP-2098
 */
export async function recoverEvmSigner(hash: Hex, signature: Uint8Array): Promise<string | null> {
  const long = signature.length === SHORT_SIGNATURE_BYTES ? lengthen(signature) : signature
  if (long.length !== KEY_SIGNATURE_BYTES) return null
  try {
    return await recoverAddress({ hash, signature: bytesToHex(long) })
  } catch {
    return null
  }
}

/**
 * The 65 bytes, with a recovery byte of 0 or 1, of a signature in the short form.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2098
 */
export function lengthen(short: Uint8Array): Uint8Array {
  const long = new Uint8Array(KEY_SIGNATURE_BYTES)
  long.set(short)
  const first = short[S_OFFSET] ?? 0
  long[S_OFFSET] = first & ~RECOVERY_BIT
  long[SHORT_SIGNATURE_BYTES] = first >> 7
  return long
}
