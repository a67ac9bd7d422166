import { CollectionCodeSchema } from '../codes.ts'
import { CollectionSchema } from '../multisig.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** A collection of owners' words, to whoever opened its link. `:id` is its code. */
export const getCollection = {
  method: 'GET',
  path: '/api/cosign/:id',
  id: CollectionCodeSchema,
  request: noBody,
  response: CollectionSchema,
} as const satisfies Endpoint
