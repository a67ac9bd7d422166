import { CardCodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The holder takes a card back: its link permanently stops working. */
export const revokeCard = {
  method: 'DELETE',
  path: '/api/cards/:id',
  id: CardCodeSchema,
} as const satisfies Endpoint
