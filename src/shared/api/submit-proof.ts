import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { EvmSignatureSchema } from '../evm-signature.ts'
import { TonProofSchema } from '../ton-proof.ts'
import type { Endpoint } from './endpoint.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'

export const EvmProofSchema = v.strictObject({ signature: EvmSignatureSchema })
export type EvmProof = v.InferOutput<typeof EvmProofSchema>

/**
 * The proof of one attempt, in its family's format. TON: 201 with state `linked`, or 202 with
 * `awaiting-consent` or, where the operator requires a text, `awaiting-signature`. EVM: the signature
 * of the attempt's message; 201 with `linked`.
 */
export const submitProof = {
  method: 'POST',
  path: '/api/attempts/:id/proof',
  request: v.union([TonProofSchema, EvmProofSchema]),
  maxBytes: WALLET_ANSWER_MAX_BYTES,
  response: AttemptSchema,
} as const satisfies Endpoint
