import { MadeRequestSchema, RequestChangeSchema, RequestCodeSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** Its maker closes a request for good, or lets an unclosed one run on, counted from now. */
export const updateRequest = {
  method: 'PATCH',
  path: '/api/requests/:id',
  id: RequestCodeSchema,
  request: RequestChangeSchema,
  response: MadeRequestSchema,
} as const satisfies Endpoint
