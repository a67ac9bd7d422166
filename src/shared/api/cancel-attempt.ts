import type { Endpoint } from './endpoint.ts'

/** The member gives the attempt up; its nonce can never be used. */
export const cancelAttempt = {
  method: 'DELETE',
  path: '/api/attempts/:id',
  request: null,
  response: null,
} as const satisfies Endpoint
