import type { StaleReason } from '#shared/multisig.ts'
import type { LinkEvidence } from '../store/linking/wallet-rows.ts'
import type { NoMultisig, ReadMultisig } from '../verify/multisig.ts'
import type { Unreachable } from '../verify/evm-chain.ts'

/** What the chain shows about a link's multisig now. */
export type LinkFacts = {
  reading: ReadMultisig | NoMultisig
  /** ERC-1271 verdict on the signature that the account accepted before. Null where there is nothing to check. */
  verdict: 'accepted' | 'refused' | Unreachable | null
  /** The owners who made that signature, as far as the signature shows them. */
  signers: readonly string[]
  /** Whether a Safe that still accepts it lists its signers as owners; null where that is not known. */
  isByOwners: boolean | null
  /** Whether the account accepted it so recently that a node behind its chain may not yet show the cause. */
  isYoung: boolean
}

/** Why a link to a multisig no longer holds; null while there is no sign against it. */
export function judgeLink(evidence: LinkEvidence, facts: LinkFacts): StaleReason | null {
  const { reading } = facts
  if (typeof reading === 'string') return 'not-recognised'
  if (evidence.kind === 'agreements') return judgeAgreements(evidence, reading)
  if (facts.verdict === 'refused') return whyRefused(facts, reading)
  // A message signed on the chain stays signed when the Safe's owners change, and the Safe does not show who signed it.
  if (!areAllOwners(evidence.owners ?? [], reading)) return 'owners-changed'
  return facts.isByOwners === false && !facts.isYoung ? 'not-by-owners' : null
}

function areAllOwners(these: readonly string[], { owners }: ReadMultisig): boolean {
  return these.every((owner) => owners.includes(owner))
}

function judgeAgreements(
  { owners, own }: Extract<LinkEvidence, { kind: 'agreements' }>,
  reading: ReadMultisig,
): StaleReason | null {
  if (!reading.owners.includes(own)) return 'owners-changed'
  const still = owners.filter((owner) => reading.owners.includes(owner))
  if (still.length >= reading.threshold) return null
  return still.length < owners.length ? 'owners-changed' : 'threshold-raised'
}

/** The account gives no reason for a refusal. This finds a visible one, if there is one. */
function whyRefused(
  { signers, isYoung }: Pick<LinkFacts, 'signers' | 'isYoung'>,
  reading: ReadMultisig,
): StaleReason | null {
  if (!areAllOwners(signers, reading)) return 'owners-changed'
  const tooFew = signers.length > 0 && signers.length < reading.threshold
  if (tooFew) return 'threshold-raised'
  return isYoung ? null : 'not-accepted'
}
