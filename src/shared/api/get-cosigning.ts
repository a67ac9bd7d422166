import { CosigningCodeSchema } from '../codes.ts'
import { CosigningSchema } from '../multisig.ts'
import type { Endpoint } from './endpoint.ts'

/** A cosigning, for every member who opened its link. `:id` is its code. */
export const getCosigning = {
  method: 'GET',
  path: '/api/cosign/:id',
  id: CosigningCodeSchema,
  response: CosigningSchema,
} as const satisfies Endpoint
