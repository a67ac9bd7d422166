import { keccak_256 } from '@noble/hashes/sha3'
import { encodeHex, type Hex, toBytes, toWord } from '#shared/hex.ts'
import { personalHash } from '#shared/personal-hash.ts'
import { toChecksum } from '#shared/to-checksum.ts'
import { PORTABLE_CRYPTO, type ProofCrypto } from '../crypto.ts'

/** ECDSA with a recovery byte; in the short form of EIP-2098 that byte is a bit of `s`. */
export const KEY_SIGNATURE_BYTES = 65
const SHORT_SIGNATURE_BYTES = 64
/** Where `s` starts. In the short form, its first bit is the recovery bit. */
const S_OFFSET = 32
const RECOVERY_OFFSET = 64
const RECOVERY_BIT = 0x80
const ADDRESS_BYTES = 20
/** Recovery bits by the recovery bytes that stand for them. */
const RECOVERY_BITS: ReadonlyMap<number | undefined, RecoveryBit> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

type RecoveryBit = 0 | 1
type RecoverKey = ProofCrypto['recoverKey']

/** Whether a key's signature has this length. */
export function hasKeyForm(signature: Uint8Array): boolean {
  return signature.length === KEY_SIGNATURE_BYTES || signature.length === SHORT_SIGNATURE_BYTES
}

/**
 * Address, with its checksum, of the key that signed the hash; null if no key can have signed it.
 *
 * Both halves of the range of `s` are accepted, as in the EVM's own `ecrecover`. A second form of a signature is
 * harmful only where signatures serve as identifiers. Ours are valid once, because of their single-use nonce.
 *
 * @param signature r, s and a recovery byte of 0, 1, 27 or 28; or 64 bytes after EIP-2098
 */
export function recoverEvmSigner(
  hash: Hex,
  signature: Uint8Array,
  recover: RecoverKey = PORTABLE_CRYPTO.recoverKey,
): string | null {
  const long = signature.length === SHORT_SIGNATURE_BYTES ? lengthen(signature) : signature
  const recovery = RECOVERY_BITS.get(long[SHORT_SIGNATURE_BYTES])
  if (long.length !== KEY_SIGNATURE_BYTES || recovery === undefined) return null
  const compact = long.subarray(0, SHORT_SIGNATURE_BYTES)
  try {
    const key = recover({ hash: toBytes(hash), compact, recovery })
    return key && toAddress(key)
  } catch {
    return null
  }
}

/** @param key 65 bytes, of which the first says that it is uncompressed */
function toAddress(key: Uint8Array): string {
  return toChecksum(encodeHex(keccak_256(key.subarray(1)).subarray(-ADDRESS_BYTES)))
}

/**
 * The 65 bytes, with a recovery byte of 0 or 1, of a signature in the short form.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2098
 */
function lengthen(short: Uint8Array): Uint8Array {
  const long = new Uint8Array(KEY_SIGNATURE_BYTES)
  long.set(short)
  const first = short[S_OFFSET] ?? 0
  long[S_OFFSET] = first & ~RECOVERY_BIT
  long[SHORT_SIGNATURE_BYTES] = first >> 7
  return long
}

/** Of secp256k1: SEC 2, section 2.4.1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The highest `s` of a signature in its one spelling. */
export const HALF_ORDER = ORDER / 2n
const RECOVERY_BASE = 27

/**
 * The one spelling of a signature that a key has made: 65 bytes, v of 27 or 28 (31 or 32 as a Safe marks `eth_sign`),
 * and s in the lower half. It recovers to the same key.
 *
 * @param signature r, s and a recovery byte; or 64 bytes after EIP-2098
 */
export function canonicalSignature(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const long = Uint8Array.from(
    signature.length === SHORT_SIGNATURE_BYTES ? lengthen(signature) : signature,
  )
  const last = long[RECOVERY_OFFSET] ?? 0
  const recovery = last <= 1 ? last + RECOVERY_BASE : last
  const s = BigInt(encodeHex(long.subarray(S_OFFSET, RECOVERY_OFFSET)))
  // Beyond the order, no key has made it.
  const isHigh = s > HALF_ORDER && s < ORDER
  if (isHigh) long.set(toWord(ORDER - s), S_OFFSET)
  long[RECOVERY_OFFSET] = isHigh ? otherParity(recovery) : recovery
  return long
}

/** Of the pairs 27 and 28, 31 and 32, the other one. */
function otherParity(recovery: number): number {
  return recovery % 2 === 0 ? recovery - 1 : recovery + 1
}

/** Recovery bytes of a key's signature over the hash itself. */
const OF_HASH = new Set([27, 28])
/**
 * Recovery bytes of a key's signature over the hash as a personal message (`eth_sign`), and the mark that Safe adds.
 */
const OF_PERSONAL_MESSAGE = new Set([31, 32])
const PERSONAL_MESSAGE_MARK = 4

/**
 * Recovers the key that made one 65-byte slot of a Safe's signature; null for a slot that no key made. v = 0 is the
 * answer of a contract. v = 1 is an approval on the chain, which a module can write in any owner's name.
 *
 * @param hash the Safe message's
 * @see safe-contracts 1.4.1, Safe.checkNSignatures
 */
export function recoverSafeSigner(
  hash: Hex,
  slot: Uint8Array,
  recover?: RecoverKey,
): string | null {
  const last = slot[RECOVERY_OFFSET] ?? 0
  if (OF_HASH.has(last)) return recoverEvmSigner(hash, slot, recover)
  if (!OF_PERSONAL_MESSAGE.has(last)) return null
  const unmarked = Uint8Array.from(slot)
  unmarked[RECOVERY_OFFSET] = last - PERSONAL_MESSAGE_MARK
  return recoverEvmSigner(encodeHex(personalHash(toBytes(hash))), unmarked, recover)
}
