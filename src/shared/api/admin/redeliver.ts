import type { Endpoint } from '../endpoint.ts'

/** Sends an event to the webhook once more. */
export const redeliver = {
  method: 'POST',
  path: '/api/admin/deliveries/:id/redeliver',
} as const satisfies Endpoint
