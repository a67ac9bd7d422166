import { CollectionCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The member takes their word as an owner back, while the collection is open. `:id` is its code. */
export const withdrawWord = {
  method: 'DELETE',
  path: '/api/cosign/:id/word',
  id: CollectionCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
