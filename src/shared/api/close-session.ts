import type { Endpoint } from './endpoint.ts'

/** The current token stops working immediately. */
export const closeSession = {
  method: 'DELETE',
  path: '/api/session',
} as const satisfies Endpoint
