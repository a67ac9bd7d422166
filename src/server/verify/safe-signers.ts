import type { Hex } from 'viem'
import { hashMessage } from 'viem/utils'
import type { EvmAccount } from '#shared/evm-account.ts'
import { hashForSafe } from '#shared/safe-message.ts'
import { decodeHex } from './decode-hex.ts'
import { KEY_SIGNATURE_BYTES, recoverEvmSigner } from './evm-signer.ts'
import type { ReadSafe } from './multisig.ts'

/** A hash of 32 bytes and its signature, which a Safe accepts now or accepted before. */
export type SafeSignature = { hash: Hex; signature: Hex }

const RECOVERY_OFFSET = 64
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
export async function recoverSafeSigner(hash: Hex, slot: Uint8Array): Promise<string | null> {
  const last = slot[RECOVERY_OFFSET] ?? 0
  if (OF_HASH.has(last)) return recoverEvmSigner(hash, slot)
  if (!OF_PERSONAL_MESSAGE.has(last)) return null
  const unmarked = Uint8Array.from(slot)
  unmarked[RECOVERY_OFFSET] = last - PERSONAL_MESSAGE_MARK
  return recoverEvmSigner(hashMessage({ raw: hash }), unmarked)
}

/**
 * Recovers who made a Safe's signature, slot by slot; null for a slot that no key made.
 *
 * @param limit number of slots to read. @default all
 */
export async function safeSigners(
  safe: EvmAccount,
  { hash, signature }: SafeSignature,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly (string | null)[]> {
  const signed = hashForSafe(safe, hash)
  const slots = split(decodeHex(signature) ?? new Uint8Array(), limit)
  return Promise.all(slots.map((slot) => recoverSafeSigner(signed, slot)))
}

/**
 * Whether keys of listed owners made the part of a signature that the Safe reads: as many slots as its threshold.
 * `setup` can run the deployer's code, which can add owners and modules that no list shows. So any other acceptance by
 * a Safe proves nothing about its listed owners.
 */
export async function isSignedByOwners(safe: ReadSafe, accepted: SafeSignature): Promise<boolean> {
  // A handler that is not a published one may accept without the owners.
  if (!safe.canSign) return false
  const signers = await safeSigners(safe, accepted, safe.threshold)
  const signed = [...new Set(safe.owners)].filter((owner) => signers.includes(owner))
  return signed.length >= safe.threshold
}

function split(bytes: Uint8Array, limit: number): Uint8Array[] {
  const count = Math.min(limit, Math.ceil(bytes.length / KEY_SIGNATURE_BYTES))
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * KEY_SIGNATURE_BYTES, (index + 1) * KEY_SIGNATURE_BYTES),
  )
}
