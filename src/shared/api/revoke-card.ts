import { CardCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Its holder takes a card back: its link shows nothing any more, for good. */
export const revokeCard = {
  method: 'DELETE',
  path: '/api/cards/:id',
  id: CardCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
