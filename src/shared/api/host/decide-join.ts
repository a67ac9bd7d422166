import * as v from 'valibot'
import { JoinIdSchema } from '../../join.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'
import { HostJoinSchema } from './host-join.ts'

/** Decides a request to join that is `asked` or `queued`. Another decision than the one that stands is refused. */
export const decideJoin = {
  method: 'POST',
  path: '/v1/joins/:id',
  scope: 'joins:write',
  params: v.strictObject({ id: JoinIdSchema }),
  query: noQuery,
  request: v.strictObject({ decision: v.picklist(['approve', 'decline', 'queue']) }),
  response: HostJoinSchema,
} as const satisfies HostEndpoint
