import * as v from 'valibot'
import { CardCodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** The holder shows the wallet's proof on a card, or hides it again. */
export const showCardProof = {
  method: 'PUT',
  path: '/api/cards/:id/proof',
  id: CardCodeSchema,
  request: v.strictObject({ isShown: v.boolean() }),
} as const satisfies Endpoint
