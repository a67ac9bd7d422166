import { CardSchema } from '../card.ts'
import { CardCodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** A shared wallet, for every member who opened its link. `:id` is its code. */
export const getCard = {
  method: 'GET',
  path: '/api/cards/:id',
  id: CardCodeSchema,
  response: CardSchema,
} as const satisfies Endpoint
