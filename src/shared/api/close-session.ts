import type { Endpoint } from './endpoint.ts'

/** The token in use stops working at once. */
export const closeSession = {
  method: 'DELETE',
  path: '/api/session',
  request: null,
  response: null,
} as const satisfies Endpoint
