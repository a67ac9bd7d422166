import * as v from 'valibot'
import { CosigningSchema } from '../multisig.ts'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Starts to collect the owners' confirmations for a multisig. Only a member who has linked an owner's wallet may do
 * this. If the member's own cosigning for it is open, returns that one.
 */
export const startCosigning = {
  method: 'POST',
  path: '/api/multisigs/:id/cosigning',
  request: v.strictObject({
    /** The connect request that linking should answer. */
    requestCode: v.optional(RequestCodeSchema),
  }),
  response: CosigningSchema,
} as const satisfies Endpoint
