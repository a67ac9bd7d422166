import * as v from 'valibot'
import { JOIN_REASONS, JOIN_STATES, JoinIdSchema } from '../../join.ts'
import { HostUserSchema } from './host-wallet.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'

/** A group; `id` is Telegram's. */
export const HostChatSchema = v.object({ id: v.string(), title: v.string() })

/** A request to join a group. */
const HostJoinSchema = v.object({
  id: JoinIdSchema,
  user: HostUserSchema,
  chat: HostChatSchema,
  state: v.picklist(JOIN_STATES),
  why: v.picklist(JOIN_REASONS),
  askedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type HostJoin = v.InferOutput<typeof HostJoinSchema>

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
