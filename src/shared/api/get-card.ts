import { CardSchema } from '../card.ts'
import { CardCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** A shared wallet, for every member who opened its link. `:id` is its code. */
export const getCard = {
  method: 'GET',
  path: '/api/cards/:id',
  id: CardCodeSchema,
  request: noBody,
  response: CardSchema,
} as const satisfies Endpoint
