import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { EvmAccountSchema } from '../evm-account.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * EVM: the wallet has told its account; the answer carries the EIP-4361 message that it is to sign.
 * The same account gets the same message; another one takes its place with a message of its own.
 */
export const fixAccount = {
  method: 'PUT',
  path: '/api/attempts/:id/account',
  request: v.strictObject(EvmAccountSchema.entries),
  response: AttemptSchema,
} as const satisfies Endpoint
