import * as v from 'valibot'
import { ChainIdSchema, EvmAddressSchema } from './address.ts'

export const EvmAccountSchema = v.object({ address: EvmAddressSchema, chainId: ChainIdSchema })
/** An address on the chain that its message names. */
export type EvmAccount = v.InferOutput<typeof EvmAccountSchema>
