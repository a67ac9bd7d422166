import type { Endpoint } from './endpoint.ts'

/** The member cancels the attempt; its nonce can never be used. */
export const cancelAttempt = {
  method: 'DELETE',
  path: '/api/attempts/:id',
} as const satisfies Endpoint
