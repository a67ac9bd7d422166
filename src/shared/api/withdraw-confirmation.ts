import { CosigningCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The member takes their confirmation as an owner back, while the cosigning is open. `:id` is its code. */
export const withdrawConfirmation = {
  method: 'DELETE',
  path: '/api/cosign/:id/confirmation',
  id: CosigningCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
