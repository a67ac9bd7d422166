import { type Endpoint, noBody } from './endpoint.ts'

/** The member cancels the attempt; its nonce can never be used. */
export const cancelAttempt = {
  method: 'DELETE',
  path: '/api/attempts/:id',
  request: noBody,
  response: null,
} as const satisfies Endpoint
