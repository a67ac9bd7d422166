import type { Hex } from 'viem'
import type { EvmAccount } from '#shared/evm-account.ts'
import { hashForSafe } from '#shared/safe-message.ts'
import { decodeHex } from '#shared/hex.ts'
import { KEY_SIGNATURE_BYTES, recoverSafeSigner } from '#proof/evm/evm-signer.ts'
import type { ReadSafe } from '../chains/read-multisig.ts'
import { NODE_CRYPTO } from './node-crypto.ts'

/** A hash of 32 bytes and its signature, which a Safe accepts now or accepted before. */
export type SafeSignature = { hash: Hex; signature: Hex }

/**
 * Recovers who made a Safe's signature, slot by slot; null for a slot that no key made.
 *
 * @param limit number of slots to read. @default all
 */
export function safeSigners(
  safe: EvmAccount,
  { hash, signature }: SafeSignature,
  limit = Number.POSITIVE_INFINITY,
): readonly (string | null)[] {
  const signed = hashForSafe(safe, hash)
  const slots = split(decodeHex(signature) ?? new Uint8Array(), limit)
  return slots.map((slot) => recoverSafeSigner(signed, slot, NODE_CRYPTO.recoverKey))
}

/**
 * Whether keys of listed owners made the part of a signature that the Safe reads: as many slots as its threshold.
 * `setup` can run the deployer's code, which can add owners and modules that no list shows. So any other acceptance by
 * a Safe proves nothing about its listed owners.
 */
export function isSignedByOwners(safe: ReadSafe, accepted: SafeSignature): boolean {
  return areEnoughOwners(safe, safeSigners(safe, accepted, safe.threshold))
}

/** The same where the signers of that part are known. @param signers null for a slot that no key made */
export function areEnoughOwners(safe: ReadSafe, signers: readonly (string | null)[]): boolean {
  // A handler that is not a published one may accept without the owners.
  if (!safe.canSign) return false
  const signed = [...new Set(safe.owners)].filter((owner) => signers.includes(owner))
  return signed.length >= safe.threshold
}

function split(bytes: Uint8Array, limit: number): Uint8Array[] {
  const count = Math.min(limit, Math.ceil(bytes.length / KEY_SIGNATURE_BYTES))
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * KEY_SIGNATURE_BYTES, (index + 1) * KEY_SIGNATURE_BYTES),
  )
}
