import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { TonProofSchema } from '../ton-proof.ts'
import type { Endpoint } from './endpoint.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'

const { address, network, stateInit, publicKey } = TonProofSchema.entries

/**
 * TON: the wallet's answer to signData of type `text`, with what its key is derived from. The
 * text itself is the attempt's `message` and is not sent.
 */
export const TonTextSchema = v.strictObject({
  address,
  network,
  stateInit,
  publicKey,
  /** Unix time in seconds. */
  timestamp: TonProofSchema.entries.proof.entries.timestamp,
  domain: v.pipe(v.string(), v.maxLength(256)),
  /** Ed25519 signature, base64. */
  signature: v.pipe(v.string(), v.maxLength(256)),
})
export type TonText = v.InferOutput<typeof TonTextSchema>

/**
 * Raises the binding of a TON attempt to `text`: completes one that is `awaiting-signature`, moves a
 * wallet that is `awaiting-consent`, and strengthens one that is `linked`. Answers 201.
 */
export const submitText = {
  method: 'POST',
  path: '/api/attempts/:id/text',
  request: TonTextSchema,
  maxBytes: WALLET_ANSWER_MAX_BYTES,
  response: AttemptSchema,
} as const satisfies Endpoint
