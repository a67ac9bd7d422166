import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { EvmAccountSchema } from '../evm-account.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * EVM: the wallet has shared its address; the answer contains the EIP-4361 message that it must sign.
 * The same account gets the same message; another account replaces it and gets a new message.
 */
export const fixAccount = {
  method: 'PUT',
  path: '/api/attempts/:id/account',
  request: v.strictObject(EvmAccountSchema.entries),
  response: AttemptSchema,
} as const satisfies Endpoint
