import * as v from 'valibot'
import { AttemptSchema, WalletAppSchema } from '../attempt.ts'
import { PROBLEM_CODES } from '../problem.ts'
import type { Endpoint } from './endpoint.ts'

/** The member's progress, as the client sees it: shown on every device, counted by outcome. */
export const updateAttempt = {
  method: 'PATCH',
  path: '/api/attempts/:id',
  request: v.variant('state', [
    v.strictObject({ state: v.literal('opened') }),
    v.strictObject({ state: v.literal('awaiting-wallet'), walletApp: v.optional(WalletAppSchema) }),
    v.strictObject({ state: v.literal('failed'), errorCode: v.picklist(PROBLEM_CODES) }),
  ]),
  response: AttemptSchema,
} as const satisfies Endpoint
