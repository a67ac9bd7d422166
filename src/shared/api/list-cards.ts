import * as v from 'valibot'
import { OwnCardSchema } from '../card.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** The member's live cards. */
export const listCards = {
  method: 'GET',
  path: '/api/cards',
  request: noBody,
  response: v.object({ cards: v.array(OwnCardSchema) }),
} as const satisfies Endpoint
