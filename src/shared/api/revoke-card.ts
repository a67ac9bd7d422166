import { CardCodeSchema } from '../codes.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The holder takes a card back: its link permanently stops working. */
export const revokeCard = {
  method: 'DELETE',
  path: '/api/cards/:id',
  id: CardCodeSchema,
  request: noBody,
  response: null,
} as const satisfies Endpoint
