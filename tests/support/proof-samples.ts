import { randomBytes } from 'node:crypto'
import type { TonEvidence } from '#proof/document.ts'

/** Evidence that has the form of a wallet's, and that no key has made. */
export function sampleProof(): Extract<TonEvidence, { type: 'ton-proof' }> {
  return {
    type: 'ton-proof',
    domain: 'clasp.example',
    nonce: randomBytes(32).toString('base64url'),
    timestamp: 1_800_000_000,
    signature: randomBytes(64).toString('base64'),
    stateInit: randomBytes(48).toString('base64'),
  }
}
