import { JoinIdSchema, JoinSchema } from '../join.ts'
import type { Endpoint } from './endpoint.ts'

/** A request to join that the member made. It is judged in passing, so that a screen that polls this misses nothing. */
export const getJoin = {
  method: 'GET',
  path: '/api/joins/:id',
  id: JoinIdSchema,
  response: JoinSchema,
} as const satisfies Endpoint
