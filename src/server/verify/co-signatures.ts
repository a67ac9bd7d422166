import type { Hex } from 'viem'
import { concat } from 'viem/utils'
import type { EvmAccount } from '#shared/evm-account.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import { KEY_SIGNATURE_BYTES, lengthen, SHORT_SIGNATURE_BYTES } from './evm-signer.ts'
import { recoverSafeSigner } from './safe-signers.ts'

/** One owner's signature of a Safe message by a key, in a form that a Safe takes for that. */
export type CoSignature = {
  /** With its checksum. */
  owner: string
  /** r, s and a recovery byte of 27 or 28; of 31 or 32 where the wallet signed by `eth_sign`. */
  signature: Uint8Array<ArrayBuffer>
}

/**
 * Why a signature does not count. `malformed`: no key's · `not-owner`: of somebody else, or of anything else than this
 * very text for this very Safe, which cannot be told apart · `repeated`: this owner's is there already.
 */
type CoSignatureProblem = 'malformed' | 'not-owner' | 'repeated'

export type CoSignatures = {
  /** Those that count, in the order in which a Safe takes them: by the owner's address. */
  counted: readonly CoSignature[]
  /** The others, by their place among those that were given. */
  refused: readonly { index: number; problem: CoSignatureProblem }[]
  /** As many as the threshold asks, joined; null as long as there are fewer. */
  bundle: Uint8Array | null
}

type CoSignatureCheck = {
  safe: EvmAccount
  /** The text that the Safe is to accept, as it was asked for with `personal_sign`. */
  text: string
  /** Those of now, with their checksums. */
  owners: readonly string[]
  threshold: number
  signatures: readonly Uint8Array[]
}

const RECOVERY_OFFSET = 64
const RECOVERY_BASE = 27

/**
 * Which of the signatures are current owners' for this text and this Safe. Nothing here was checked before, and
 * nothing but signatures that keys have made gets into the bundle: a Safe reads other things from other last bytes.
 * 0: whatever a contract says · 1: an approval that may stand on the chain.
 */
export async function checkCoSignatures(question: CoSignatureCheck): Promise<CoSignatures> {
  const hash = safeMessageHash(question.safe, question.text)
  const signers = await Promise.all(question.signatures.map((one) => recoverCoSigner(hash, one)))
  const owners = new Set(question.owners)
  const counted = new Map<string, CoSignature>()
  const refused: CoSignatures['refused'][number][] = []
  for (const [index, signed] of signers.entries()) {
    const judged = judge(signed, { owners, counted })
    if (typeof judged === 'string') refused.push({ index, problem: judged })
    else counted.set(judged.owner, judged)
  }
  const sorted = [...counted.values()].toSorted(byAddress)
  return { counted: sorted, refused, bundle: joinEnough(sorted, question.threshold) }
}

/**
 * Who signed a Safe message, and the signature in the form in which it counts; null where no key has signed anything.
 *
 * @param hash the Safe message's
 * @param signature r, s and a recovery byte of 0, 1, 27 or 28, or of 31 or 32 (`eth_sign`); or 64 bytes after EIP-2098
 */
export async function recoverCoSigner(
  hash: Hex,
  signature: Uint8Array,
): Promise<CoSignature | null> {
  const long = withSafeRecovery(signature)
  if (long === null) return null
  const owner = await recoverSafeSigner(hash, long)
  return owner === null ? null : { owner, signature: long }
}

/** In 65 bytes, with a last byte as a Safe reads it; null for another length. */
function withSafeRecovery(signature: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const long = signature.length === SHORT_SIGNATURE_BYTES ? lengthen(signature) : signature
  if (long.length !== KEY_SIGNATURE_BYTES) return null
  const last = long[RECOVERY_OFFSET] ?? 0
  const marked = last <= 1 ? RECOVERY_BASE + last : last
  return Uint8Array.of(...long.subarray(0, RECOVERY_OFFSET), marked)
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
  return concat(sorted.slice(0, threshold).map(({ signature }) => signature))
}
