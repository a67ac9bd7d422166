import * as v from 'valibot'
import { MultisigSchema } from '../multisig.ts'
import { ChainIdSchema } from '../address.ts'
import type { Endpoint } from './endpoint.ts'

const AddressSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/**
 * The multisig at an address that the member has pasted or connected, read from the chains themselves. EVM without
 * `chainId`: on every chain that the operator offers. Nothing found is `multisig-not-found`, or `multisig-lookalike`.
 */
export const lookUpMultisig = {
  method: 'POST',
  path: '/api/multisigs',
  request: v.variant('family', [
    v.strictObject({ family: v.literal('ton'), address: AddressSchema }),
    v.strictObject({
      family: v.literal('evm'),
      address: AddressSchema,
      chainId: v.optional(ChainIdSchema),
    }),
  ]),
  response: v.object({
    multisigs: v.array(MultisigSchema),
    /** Whether every chain has answered in time. */
    isComplete: v.boolean(),
  }),
} as const satisfies Endpoint
