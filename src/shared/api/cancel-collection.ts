import { CollectionCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Its starter gives a collection up. `:id` is its code. */
export const cancelCollection = {
  method: 'DELETE',
  path: '/api/cosign/:id',
  id: CollectionCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
