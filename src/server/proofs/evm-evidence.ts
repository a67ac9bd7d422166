import { encodeHex } from '#shared/hex.ts'
import type { EvmBlock, Evidence } from '#proof/document.ts'
import { canonicalSignature, KEY_SIGNATURE_BYTES } from '#proof/evm/evm-signer.ts'
import type { ReadSafe } from '../chains/read-multisig.ts'

type EvidenceOf<Type extends Evidence['type']> = Extract<Evidence, { type: Type }>

/** A message that a contract has just accepted, with the signature that it accepted. */
export type AcceptedMessage = { message: string; signature: Uint8Array; block: EvmBlock }

/** A verified signature of a message by a key as evidence. */
export function toKeyEvidence(message: string, signature: Uint8Array): EvidenceOf<'evm-message'> {
  return { type: 'evm-message', message, signature: encodeHex(canonicalSignature(signature)) }
}

export function toContractEvidence({
  message,
  signature,
  block,
}: AcceptedMessage): EvidenceOf<'evm-contract'> {
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
): EvidenceOf<'safe'> {
  const signatures = signers.flatMap((owner, index) => {
    const start = index * KEY_SIGNATURE_BYTES
    const slot = signature.subarray(start, start + KEY_SIGNATURE_BYTES)
    return owner === null ? [] : [{ owner, signature: encodeHex(canonicalSignature(slot)) }]
  })
  return { type: 'safe', message, signatures, owners: [...owners], threshold, block }
}
