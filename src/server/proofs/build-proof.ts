import { MAX_PROOF_BYTES, type Evidence, type ProofDocument } from '#proof/document.ts'
import { accountId } from '#shared/account-id.ts'
import type { StoredProof } from '../store/linking/proofs.ts'

/**
 * The document in the format clasp-proof/1 that shows a link to a third party; null for a link without enough evidence:
 * one that was made before evidence was kept, or a multisig of which too few owners show their names.
 */
export function buildProof({ wallet, telegramId, evidence }: StoredProof): ProofDocument | null {
  if (evidence === null || !isEnough(evidence)) return null
  const document = {
    format: 'clasp-proof/1',
    telegramId,
    wallet: accountId(wallet),
    evidence,
  } as const
  return Buffer.byteLength(JSON.stringify(document)) > MAX_PROOF_BYTES ? null : document
}

function isEnough(evidence: Evidence): boolean {
  if (evidence.type !== 'quorum') return true
  const shown = evidence.agreements.filter((agreement) => 'evidence' in agreement)
  return shown.length >= evidence.threshold
}
