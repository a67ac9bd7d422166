import { CosigningCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The starter cancels a cosigning. `:id` is its code. */
export const cancelCosigning = {
  method: 'DELETE',
  path: '/api/cosign/:id',
  id: CosigningCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
