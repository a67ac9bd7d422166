import * as v from 'valibot'
import { RequestChangeSchema, RequestCodeSchema } from '../../request.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'
import { HostRequestSchema } from './host-request.ts'

/** Closes a connect request permanently, or gives one that is not closed a new end, counted from now. */
export const updateHostRequest = {
  method: 'PATCH',
  path: '/v1/requests/:code',
  scope: 'requests:write',
  params: v.strictObject({ code: RequestCodeSchema }),
  query: noQuery,
  request: RequestChangeSchema,
  response: HostRequestSchema,
} as const satisfies HostEndpoint
