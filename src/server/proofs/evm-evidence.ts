import type { EvmBlock, Evidence, KeyEvidence } from '#proof/document.ts'
import { canonicalSignature } from '#proof/evm/canonical-signature.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import { KEY_SIGNATURE_BYTES } from '#proof/evm/evm-signer.ts'
import type { ReadSafe } from '../verify/multisig.ts'

/** A message that a contract has just accepted, with the signature that it accepted. */
export type AcceptedMessage = { message: string; signature: Uint8Array; block: EvmBlock }

/** A verified signature of a message by a key as evidence. */
export function toKeyEvidence(message: string, signature: Uint8Array): KeyEvidence {
  return { type: 'evm-message', message, signature: encodeHex(canonicalSignature(signature)) }
}

export function toContractEvidence({ message, signature, block }: AcceptedMessage): Evidence {
  return { type: 'evm-contract', message, signature: encodeHex(signature), block }
}

/**
 * What keys of a Safe's listed owners signed, as many as its threshold.
 *
 * @param signers who made the signature, slot by slot
 */
export function toSafeEvidence(
  { owners, threshold }: Pick<ReadSafe, 'owners' | 'threshold'>,
  { message, signature, block }: AcceptedMessage,
  signers: readonly (string | null)[],
): Evidence {
  const signatures = signers.flatMap((owner, index) => {
    const start = index * KEY_SIGNATURE_BYTES
    const slot = signature.subarray(start, start + KEY_SIGNATURE_BYTES)
    return owner === null ? [] : [{ owner, signature: encodeHex(canonicalSignature(slot)) }]
  })
  return { type: 'safe', message, signatures, owners: [...owners], threshold, block }
}
