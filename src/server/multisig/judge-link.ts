import type { StaleReason } from '#shared/multisig.ts'
import type { LinkEvidence } from '../store/multisig-store.ts'
import type { NoMultisig, ReadMultisig } from '../verify/multisig.ts'
import type { Unreachable } from '../verify/evm-chain.ts'

/** What the chain says of a link's multisig now. */
export type LinkFacts = {
  reading: ReadMultisig | NoMultisig
  /** ERC-1271: of what the account accepted once. Null where nothing of that kind is to be asked. */
  verdict: 'accepted' | 'refused' | Unreachable | null
  /** The owners who signed what the account accepted once, as far as its signature tells. */
  signers: readonly string[]
}

/** Why a link to a multisig does not hold any more; null as long as nothing says that it does not. */
export function judgeLink(evidence: LinkEvidence, facts: LinkFacts): StaleReason | null {
  const { reading } = facts
  if (typeof reading === 'string') return 'not-recognised'
  if (evidence.kind === 'agreements') return judgeAgreements(evidence, reading)
  return facts.verdict === 'refused' ? whyRefused(facts.signers, reading) : null
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

/** The account gives no reason: the visible one, where there is one. */
function whyRefused(signers: readonly string[], reading: ReadMultisig): StaleReason {
  if (signers.some((signer) => !reading.owners.includes(signer))) return 'owners-changed'
  const tooFew = signers.length > 0 && signers.length < reading.threshold
  return tooFew ? 'threshold-raised' : 'not-accepted'
}
