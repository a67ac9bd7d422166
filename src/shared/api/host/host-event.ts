import * as v from 'valibot'
import { STALE_REASONS } from '../../multisig.ts'
import { JOIN_ENDS, JOIN_REASONS, JoinIdSchema } from '../../join.ts'
import { HostChatSchema } from './host-join.ts'
import { HostUserSchema, HostWalletSchema } from './host-wallet.ts'
import { type HostEndpoint, noParams, PageQuerySchema, getPage, noQuery } from './host-endpoint.ts'

const head = {
  /** The same for every retry; `webhook-id` of the delivery. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** When it happened, ISO 8601 in UTC. */
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
}

/** An event with what happened, as readers of the API's description see it. */
function event<Type extends string, Data extends v.ObjectEntries>(
  type: Type,
  what: string,
  data: Data,
) {
  const schema = v.object({ ...head, type: v.literal(type), data: v.object(data) })
  return v.pipe(schema, v.description(what))
}

const user = HostUserSchema
const wallet = HostWalletSchema
const join = { user, joinId: JoinIdSchema, chat: HostChatSchema }

/**
 * What the operator's code receives, by webhook or by polling: the same document. `user.deleted`
 * names the member only by our id, because nothing else is left of them.
 */
export const HostEventSchema = v.variant('type', [
  event('wallet.linked', 'A member proved a wallet, for the first time or again.', {
    user,
    wallet,
  }),
  event('wallet.moved', 'A wallet went from one account to another, with its proof.', {
    user,
    formerUser: HostUserSchema,
    wallet,
  }),
  event('wallet.unlinked', 'A link ended, by its member or by the operator.', {
    user,
    wallet,
    by: v.picklist(['member', 'operator']),
  }),
  event('wallet.stale', 'A proof stopped to hold on its chain, for the reason given.', {
    user,
    wallet,
    reason: v.picklist(STALE_REASONS),
  }),
  event('multisig.completed', 'Enough owners signed, so the multisig is linked.', {
    user,
    wallet,
    /** Addresses of the owners who confirmed it. */
    owners: v.array(v.string()),
  }),
  event('request.answered', 'A member answered a connect request with a wallet.', {
    user,
    wallet,
    requestCode: v.string(),
  }),
  event('request.withdrawn', 'A member took an answer to a connect request back.', {
    user,
    requestCode: v.string(),
  }),
  event('join.asked', 'A person asks to join a group that the bot guards.', {
    ...join,
    /** Whom the door lets in: with `host` your code is asked. Null where it is off, or of a later version. */
    rule: v.nullable(v.picklist(['wallet', 'owner', 'host'])),
  }),
  event('join.decided', 'A request to join was decided, or left to people, for the reason given.', {
    ...join,
    state: v.picklist(['queued', 'approved', 'declined', 'withdrawn']),
    why: v.picklist(JOIN_REASONS),
    /** The wallet that let the person in; null where none did. */
    provenBy: v.nullable(wallet),
  }),
  event('join.ended', 'What let a person into a group holds no longer. Nobody was removed.', {
    ...join,
    why: v.picklist(JOIN_ENDS),
  }),
  event('user.deleted', 'A member deleted everything. Only our own id names them.', { user }),
])
export type HostEvent = v.InferOutput<typeof HostEventSchema>

/** Types of {@link HostEventSchema}; other events are sent to members only. */
export const HOST_EVENT_TYPES = HostEventSchema.options.map(({ entries }) => entries.type.literal)

/** Events in their order. Call again with the last `next`: it is never null here, and skips nothing. */
export const listEvents = {
  method: 'GET',
  path: '/v1/events',
  scope: 'events:read',
  params: noParams,
  query: PageQuerySchema,
  response: getPage(HostEventSchema),
} as const satisfies HostEndpoint

/** Sends an event to the webhook again, with the same id; also enables a webhook that answered 410. */
export const redeliverEvent = {
  method: 'POST',
  path: '/v1/events/:id/redeliver',
  scope: 'events:replay',
  params: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)) }),
  query: noQuery,
  status: 202,
} as const satisfies HostEndpoint
