import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { EvmAccountSchema } from '../evm-account.ts'
import { SignInSchema } from '../sign-in.ts'
import type { Endpoint } from './endpoint.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'

/**
 * EVM: the wallet has shared its address; the answer contains the EIP-4361 message that it must sign.
 * The same account gets the same message; another account replaces it and gets a new message. A valid `signIn` is a
 * proof: the answer is then 201 with `linked`. Any other `signIn` is ignored.
 */
export const fixAccount = {
  method: 'PUT',
  path: '/api/attempts/:id/account',
  request: v.strictObject({
    ...EvmAccountSchema.entries,
    /** What the wallet signed as it connected. */
    signIn: v.optional(SignInSchema),
  }),
  maxBytes: WALLET_ANSWER_MAX_BYTES,
  response: AttemptSchema,
} as const satisfies Endpoint
