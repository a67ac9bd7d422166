import { CosigningCodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The member withdraws their confirmation as an owner, as long as the cosigning is open. `:id` is its code. */
export const withdrawConfirmation = {
  method: 'DELETE',
  path: '/api/cosign/:id/confirmation',
  id: CosigningCodeSchema,
} as const satisfies Endpoint
