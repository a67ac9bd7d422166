import { type Endpoint, noBody } from '../endpoint.ts'

/** Sends an event to the webhook once more. */
export const redeliver = {
  method: 'POST',
  path: '/api/admin/deliveries/:id/redeliver',
  request: noBody,
  response: null,
} as const satisfies Endpoint
