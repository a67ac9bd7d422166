import * as v from 'valibot'
import { JOIN_REASONS, JOIN_STATES, JoinIdSchema } from '../../join.ts'
import { HostUserSchema } from './host-wallet.ts'

/** A group; `id` is Telegram's. */
export const HostChatSchema = v.object({ id: v.string(), title: v.string() })

/** A request to join a group. */
export const HostJoinSchema = v.object({
  id: JoinIdSchema,
  user: HostUserSchema,
  chat: HostChatSchema,
  state: v.picklist(JOIN_STATES),
  why: v.picklist(JOIN_REASONS),
  askedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type HostJoin = v.InferOutput<typeof HostJoinSchema>
