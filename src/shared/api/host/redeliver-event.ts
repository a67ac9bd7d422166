import * as v from 'valibot'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'

/** Sends an event to the webhook again, with the same id; also enables a webhook that answered 410. */
export const redeliverEvent = {
  method: 'POST',
  path: '/v1/events/:id/redeliver',
  scope: 'events:replay',
  params: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)) }),
  query: noQuery,
  status: 202,
} as const satisfies HostEndpoint
