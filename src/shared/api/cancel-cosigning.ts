import { CosigningCodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The starter cancels a cosigning. `:id` is its code. */
export const cancelCosigning = {
  method: 'DELETE',
  path: '/api/cosign/:id',
  id: CosigningCodeSchema,
} as const satisfies Endpoint
