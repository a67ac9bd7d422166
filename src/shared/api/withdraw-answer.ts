import { RequestCodeSchema, RequestSchema } from '../request.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** Takes the member's answer back. */
export const withdrawAnswer = {
  method: 'DELETE',
  path: '/api/requests/:id/answer',
  id: RequestCodeSchema,
  request: noBody,
  response: RequestSchema,
} as const satisfies Endpoint
