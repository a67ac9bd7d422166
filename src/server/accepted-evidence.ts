import type { Hex } from '#shared/hex.ts'
import type { LinkEvidence } from './store/multisig-store.ts'
import { encodeHex } from './verify/encode-hex.ts'

/**
 * What a link rests on whose account has accepted this signature.
 *
 * @param accepted owners: those of the Safe as it was read then; none of an account that has none. They are kept where the
 * signature is empty, because then the owners have signed on the chain, and nothing tells who did
 */
export function acceptedEvidence({
  hash,
  signature,
  owners,
}: {
  hash: Hex
  signature: Uint8Array
  owners: readonly string[]
}): LinkEvidence {
  const evidence = { kind: 'signature', hash, signature: encodeHex(signature) } as const
  return signature.length === 0 ? { ...evidence, owners } : evidence
}
