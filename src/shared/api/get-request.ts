import { RequestCodeSchema, RequestSchema } from '../request.ts'
import { type Endpoint, noBody } from './endpoint.ts'

/** A connect request, as a member who opened its link sees it. `:id` is its code. */
export const getRequest = {
  method: 'GET',
  path: '/api/requests/:id',
  id: RequestCodeSchema,
  request: noBody,
  response: RequestSchema,
} as const satisfies Endpoint
