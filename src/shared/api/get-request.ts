import { RequestCodeSchema, RequestSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** A connect request, as a member who opened its link sees it. `:id` is its code. */
export const getRequest = {
  method: 'GET',
  path: '/api/requests/:id',
  id: RequestCodeSchema,
  response: RequestSchema,
} as const satisfies Endpoint
