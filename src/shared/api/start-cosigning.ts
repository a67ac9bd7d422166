import * as v from 'valibot'
import { CosigningSchema } from '../multisig.ts'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Begins to collect the owners' confirmations for a multisig, which is what a member can do one of whose linked wallets is an
 * owner. Where the member's own cosigning for it is open, that is the answer.
 */
export const startCosigning = {
  method: 'POST',
  path: '/api/multisigs/:id/cosigning',
  request: v.strictObject({
    /** The connect request that linking is to answer. */
    requestCode: v.optional(RequestCodeSchema),
  }),
  response: CosigningSchema,
} as const satisfies Endpoint
