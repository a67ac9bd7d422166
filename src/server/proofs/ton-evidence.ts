import type { ChainKey, TonEvidence } from '#proof/document.ts'
import type { TonProof } from '#shared/api/submit-proof.ts'
import type { TonText } from '#shared/api/submit-text.ts'

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
