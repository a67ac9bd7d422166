import * as v from 'valibot'
import { RequestCodeSchema } from '../../request.ts'
import { type HostEndpoint, PageQuerySchema, getPage } from './host-endpoint.ts'
import { HostAnswerSchema, HostRequestSchema } from './host-request.ts'

/** A connect request, and a page of its answers in the order in which they came. */
export const findRequest = {
  method: 'GET',
  path: '/v1/requests/:code',
  scope: 'requests:read',
  params: v.strictObject({ code: RequestCodeSchema }),
  query: PageQuerySchema,
  response: v.object({ request: HostRequestSchema, answers: getPage(HostAnswerSchema) }),
} as const satisfies HostEndpoint
