import { RequestCodeSchema, RequestSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** Withdraws the member's answer. */
export const withdrawAnswer = {
  method: 'DELETE',
  path: '/api/requests/:id/answer',
  id: RequestCodeSchema,
  response: RequestSchema,
} as const satisfies Endpoint
