import { type Endpoint, noBody } from './endpoint.ts'

/** The token in use stops working at once. */
export const closeSession = {
  method: 'DELETE',
  path: '/api/session',
  request: noBody,
  response: null,
} as const satisfies Endpoint
