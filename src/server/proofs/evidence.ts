import type { ChainKey, TonEvidence, EvmBlock, Evidence, KeyEvidence } from '#proof/document.ts'
import type { TonProof } from '#shared/ton-proof.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import { canonicalSignature, KEY_SIGNATURE_BYTES } from '#proof/evm/evm-signer.ts'
import { encodeHex } from '../verify/bytes.ts'
import type { ReadSafe } from '../verify/multisig.ts'

/** What a verified proof does not say itself. */
type ProofContext = {
  /** The attempt's: it opens the payload. */
  nonce: string
  /** What the chain said of the key; null if the StateInit alone gives it. */
  chainKey: ChainKey | null
}

/** A verified ton_proof as evidence. */
export function toTonProofEvidence(
  { stateInit, proof }: TonProof,
  { nonce, chainKey }: ProofContext,
): TonEvidence {
  const { domain, timestamp, signature } = proof
  return {
    type: 'ton-proof',
    domain: domain.value,
    nonce,
    timestamp,
    signature,
    stateInit,
    ...(chainKey && { chainKey }),
  }
}

/** A verified signature of a text as evidence. */
export function toTonTextEvidence(
  { stateInit, domain, timestamp, signature }: TonText,
  { text, nonce, chainKey }: ProofContext & { text: string },
): TonEvidence {
  return {
    type: 'ton-text',
    domain,
    nonce,
    timestamp,
    signature,
    stateInit,
    text,
    ...(chainKey && { chainKey }),
  }
}

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
