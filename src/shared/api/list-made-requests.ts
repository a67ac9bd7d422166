import * as v from 'valibot'
import { MadeRequestSchema } from '../request.ts'
import type { Endpoint } from './endpoint.ts'

/** The connect requests that the member made, newest first, at most 50. */
export const listMadeRequests = {
  method: 'GET',
  path: '/api/requests',
  response: v.object({ requests: v.array(MadeRequestSchema) }),
} as const satisfies Endpoint
