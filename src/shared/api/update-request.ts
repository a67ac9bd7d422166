import { MadeRequestSchema, RequestChangeSchema, RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** The maker closes a request permanently, or gives one that is not closed a new end, counted from now. */
export const updateRequest = {
  method: 'PATCH',
  path: '/api/requests/:id',
  id: RequestCodeSchema,
  request: RequestChangeSchema,
  response: MadeRequestSchema,
} as const satisfies Endpoint
