import * as v from 'valibot'
import { STALE_REASONS } from '../../multisig.ts'
import { HostUserSchema, HostWalletSchema } from './host-wallet.ts'

const head = {
  /** The same for every retry; `webhook-id` of the delivery. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** When it happened, ISO 8601 in UTC. */
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
}

/**
 * What the operator's code receives, by webhook or by polling: the same document. `user.deleted`
 * names the member only by our id, because nothing else is left of them.
 */
export const HostEventSchema = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('wallet.linked'),
    data: v.object({ user: HostUserSchema, wallet: HostWalletSchema }),
  }),
  v.object({
    ...head,
    type: v.literal('wallet.moved'),
    data: v.object({ user: HostUserSchema, formerUser: HostUserSchema, wallet: HostWalletSchema }),
  }),
  v.object({
    ...head,
    type: v.literal('wallet.unlinked'),
    data: v.object({
      user: HostUserSchema,
      wallet: HostWalletSchema,
      by: v.picklist(['member', 'operator']),
    }),
  }),
  v.object({
    ...head,
    type: v.literal('wallet.stale'),
    data: v.object({
      user: HostUserSchema,
      wallet: HostWalletSchema,
      reason: v.picklist(STALE_REASONS),
    }),
  }),
  v.object({
    ...head,
    type: v.literal('multisig.completed'),
    data: v.object({
      user: HostUserSchema,
      wallet: HostWalletSchema,
      /** Addresses of the owners who confirmed it. */
      owners: v.array(v.string()),
    }),
  }),
  v.object({
    ...head,
    type: v.literal('request.answered'),
    data: v.object({ user: HostUserSchema, wallet: HostWalletSchema, requestCode: v.string() }),
  }),
  v.object({
    ...head,
    type: v.literal('request.withdrawn'),
    data: v.object({ user: HostUserSchema, requestCode: v.string() }),
  }),
  v.object({
    ...head,
    type: v.literal('user.deleted'),
    data: v.object({ user: HostUserSchema }),
  }),
])
export type HostEvent = v.InferOutput<typeof HostEventSchema>

/** Types of {@link HostEventSchema}; other events are sent to members only. */
export const HOST_EVENT_TYPES = HostEventSchema.options.map(({ entries }) => entries.type.literal)
