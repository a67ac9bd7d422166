import type { Hex } from '#shared/hex.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import { NODE_CRYPTO } from '../proofs/node-crypto.ts'
import {
  canonicalSignature,
  hasKeyForm,
  KEY_SIGNATURE_BYTES,
  recoverSafeSigner,
} from '#proof/evm/evm-signer.ts'

/** One owner's signature of a Safe message, made by a key, in the form that a Safe accepts. */
export type CoSignature = {
  /** The Safe message's, from which the owner was recovered. */
  hash: Hex
  /** With its checksum. */
  owner: string
  /** In its one spelling: see {@link canonicalSignature}. */
  signature: Uint8Array<ArrayBuffer>
}

/**
 * Why a signature does not count. `malformed`: no key made it · `not-owner`: another key made it, or it is not of
 * exactly this text for exactly this Safe; the two cannot be distinguished · `repeated`: there is already one of this
 * owner.
 */
type CoSignatureProblem = 'malformed' | 'not-owner' | 'repeated'

export type CoSignatures = {
  /** Those that count, in the order that a Safe requires: by the owner's address. */
  counted: readonly CoSignature[]
  /** The others. `index` is the place among the signatures that were given. */
  refused: readonly { index: number; problem: CoSignatureProblem }[]
  /** As many as the threshold requires, joined; null while there are fewer. */
  bundle: Uint8Array | null
}

type CoSignatureCheck = {
  safe: EvmAccount
  /** The text that the Safe must accept, as it was requested with `personal_sign`. */
  text: string
  /** The current owners, with their checksums. */
  owners: readonly string[]
  threshold: number
  signatures: readonly Uint8Array[]
  /** One whose owner was just recovered. It is not recovered again if it is among them, of the same message. */
  verified?: CoSignature | null
}

/**
 * Finds the signatures that current owners made for this text and this Safe. The input is unchecked. Only signatures
 * made by keys get into the bundle, because a Safe reads other last bytes as other things. 0: the answer of a contract
 * · 1: an approval that may be on the chain.
 */
export function checkCoSignatures(query: CoSignatureCheck): CoSignatures {
  const hash = safeMessageHash(query.safe, query.text)
  const verified = query.verified?.hash === hash ? query.verified : null
  const signers = query.signatures.map((one) =>
    verified && isSame(verified.signature, one) ? verified : recoverCoSigner(hash, one),
  )
  const owners = new Set(query.owners)
  const counted = new Map<string, CoSignature>()
  const refused: CoSignatures['refused'][number][] = []
  for (const [index, signed] of signers.entries()) {
    const judged = judge(signed, { owners, counted })
    if (typeof judged === 'string') refused.push({ index, problem: judged })
    else counted.set(judged.owner, judged)
  }
  const sorted = [...counted.values()].toSorted(byAddress)
  return { counted: sorted, refused, bundle: joinEnough(sorted, query.threshold) }
}

/**
 * Recovers who signed a Safe message, and the signature in the form that a Safe counts; null where no key made it.
 *
 * @param hash the Safe message's
 * @param signature r, s and a recovery byte of 0, 1, 27 or 28, or of 31 or 32 (`eth_sign`); or 64 bytes after EIP-2098
 */
export function recoverCoSigner(hash: Hex, signature: Uint8Array): CoSignature | null {
  if (!hasKeyForm(signature)) return null
  const canonical = canonicalSignature(signature)
  const owner = recoverSafeSigner(hash, canonical, NODE_CRYPTO.recoverKey)
  return owner === null ? null : { hash, owner, signature: canonical }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

type KnownSignatures = { owners: ReadonlySet<string>; counted: ReadonlyMap<string, CoSignature> }

function judge(
  signed: CoSignature | null,
  { owners, counted }: KnownSignatures,
): CoSignature | CoSignatureProblem {
  if (signed === null) return 'malformed'
  if (!owners.has(signed.owner)) return 'not-owner'
  return counted.has(signed.owner) ? 'repeated' : signed
}

function byAddress(one: CoSignature, other: CoSignature): number {
  return one.owner.toLowerCase() < other.owner.toLowerCase() ? -1 : 1
}

/** No more than the threshold: a Safe reads no further, and more would cost gas for nothing. */
function joinEnough(sorted: readonly CoSignature[], threshold: number): Uint8Array | null {
  if (threshold < 1 || sorted.length < threshold) return null
  const bundle = new Uint8Array(threshold * KEY_SIGNATURE_BYTES)
  for (const [index, { signature }] of sorted.slice(0, threshold).entries())
    bundle.set(signature, index * KEY_SIGNATURE_BYTES)
  return bundle
}
