import type { Attempt } from '#shared/attempt.ts'
import type { ProofRequest } from '../../../wallets/wallet-connector.ts'

/** What a wallet must prove for this attempt. */
export function getProofRequest(attempt: Attempt): ProofRequest {
  if (attempt.family === 'evm') return { family: 'evm', attemptId: attempt.id }
  return { family: 'ton', payload: attempt.payload, network: attempt.network }
}
