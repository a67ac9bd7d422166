import { RequestCodeSchema, RequestSchema } from '../request.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Withdraws the member's answer. */
export const withdrawAnswer = {
  method: 'DELETE',
  path: '/api/requests/:id/answer',
  id: RequestCodeSchema,
  request: noBody,
  response: RequestSchema,
} as const satisfies Endpoint
