import type { Hex } from '#shared/hex.ts'
import type { LinkEvidence } from '../store/linking/wallet-rows.ts'

/**
 * The evidence for a link to an account that accepted this signature.
 *
 * @param accepted owners: those of the Safe at that reading; empty for an account without owners. They are stored only
 * with an empty signature, because then the owners signed on the chain and nothing shows which of them did
 */
export function acceptedEvidence({
  hash,
  signature,
  owners,
}: {
  hash: Hex
  signature: Hex
  owners: readonly string[]
}): LinkEvidence {
  const evidence = { kind: 'signature', hash, signature } as const
  return signature === '0x' ? { ...evidence, owners } : evidence
}
