import * as v from 'valibot'
import { CollectionSchema } from '../multisig.ts'
import { RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Begins to collect the owners' words for a multisig, which is what a member can do one of whose linked wallets is an
 * owner. Where the member's own collection for it is open, that is the answer.
 */
export const startCollection = {
  method: 'POST',
  path: '/api/multisigs/:id/collection',
  request: v.strictObject({
    /** The connect request that linking is to answer. */
    requestCode: v.optional(RequestCodeSchema),
  }),
  response: CollectionSchema,
} as const satisfies Endpoint
