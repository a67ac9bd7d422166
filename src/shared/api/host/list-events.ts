import { type HostEndpoint, noParams, PageQuerySchema, getPage } from './host-endpoint.ts'
import { HostEventSchema } from './host-event.ts'

/** Events in their order. Call again with the last `next`: it is never null here, and skips nothing. */
export const listEvents = {
  method: 'GET',
  path: '/v1/events',
  scope: 'events:read',
  params: noParams,
  query: PageQuerySchema,
  response: getPage(HostEventSchema),
} as const satisfies HostEndpoint
