import type { Quorum } from '#proof/document.ts'
import type { StoredConfirmation } from '../store/rows/cosigning-rows.ts'
import type { ReadMultisig } from '../chains/read-multisig.ts'

type Agreement = Quorum['agreements'][number]

/** Owners and threshold as the chain has just shown them, and where. */
type QuorumTerms = Pick<ReadMultisig, 'owners' | 'threshold' | 'block'>

/**
 * The owners' agreements as evidence for one member. Other owners who do not show their names are withheld.
 *
 * @param confirmations those that count
 */
export function toQuorumEvidence(
  confirmations: readonly StoredConfirmation[],
  { owners, threshold, block }: QuorumTerms,
  userId: string,
): Quorum {
  const agreements = confirmations
    .map((confirmation) => toAgreement(confirmation, userId))
    .toSorted(byOwner)
  const quorum = { type: 'quorum' as const, agreements, owners: [...owners], threshold }
  return block === undefined ? quorum : { ...quorum, block }
}

function toAgreement(
  { owner, user, proof, showsName }: StoredConfirmation,
  userId: string,
): Agreement {
  const isShown = user !== null && proof !== null && (showsName || user.id === userId)
  return isShown
    ? { owner, telegramId: user.telegramId, evidence: proof }
    : { owner, withheld: true }
}

/** By code units, as the format demands. */
function byOwner({ owner: one }: Agreement, { owner: other }: Agreement): number {
  return one < other ? -1 : 1
}
