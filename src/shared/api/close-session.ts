import { type Endpoint, noBody } from './endpoint.ts'

/** The current token stops working immediately. */
export const closeSession = {
  method: 'DELETE',
  path: '/api/session',
  request: noBody,
  response: null,
} as const satisfies Endpoint
