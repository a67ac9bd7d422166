import * as v from 'valibot'
import { TonNetworkSchema } from '#shared/address.ts'
import type { HostEvent } from '#shared/api/host/host-event.ts'
import { JOIN_ENDS, JOIN_REASONS } from '#shared/join.ts'
import { COSIGNING_METHODS, STALE_REASONS } from '#shared/multisig.ts'
import { AttemptAccountSchema, type EpochMs, StoredWalletSchema } from './stored.ts'

/** Why a consent was rejected: the holder kept the wallet, proved it again by text, or no longer has it. */
export const REFUSAL_REASONS = ['kept', 'proven', 'unlinked'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The updates about a cosigning that one member can get. */
export const COSIGNING_UPDATES = [
  /** Another owner has started it, and one of the member's linked wallets is an owner. */
  'asked',
  /** To the starter: one more confirmation has arrived. */
  'signed',
  /** To those who confirmed, except members who are notified of their own link. */
  'completed',
  'cancelled',
  'expired',
  /** To the starter, and to participants who have not confirmed. */
  'reminder',
  /** To those who confirmed: the link that they confirmed no longer holds. */
  'stale',
] as const
export type CosigningUpdate = (typeof COSIGNING_UPDATES)[number]

/** An event about a member, and what else it says. */
function event<Type extends string, Data extends v.ObjectEntries>(type: Type, data: Data) {
  return v.object({ type: v.literal(type), userId: v.string(), ...data })
}

const wallet = StoredWalletSchema
const join = { joinId: v.string(), chat: v.object({ telegramId: v.string(), title: v.string() }) }

/** What happened, before it has a place among the events. */
export const EventBodySchema = v.variant('type', [
  event('wallet.linked', { wallet }),
  event('wallet.moved', { wallet, formerUserId: v.string() }),
  event('wallet.unlinked', {
    wallet,
    by: v.picklist(['member', 'operator']),
    /** What an admin wrote for the member; null for none. Earlier versions wrote none. */
    reason: v.optional(v.nullable(v.string()), null),
  }),
  event('wallet.stale', { wallet, reason: v.picklist(STALE_REASONS) }),
  event('multisig.completed', { wallet, owners: v.pipe(v.array(v.string()), v.readonly()) }),
  /** An update about a cosigning that the bot sends to one member. `userId`: that member. */
  event('cosigning.updated', { code: v.string(), update: v.picklist(COSIGNING_UPDATES) }),
  /**
   * Notifies one owner who signed that the starter deleted their account, and the cosigning with it. It names no person
   * and no owner.
   */
  event('cosigning.ended', {
    method: v.picklist(COSIGNING_METHODS),
    multisig: AttemptAccountSchema,
  }),
  event('request.answered', { wallet, requestCode: v.string() }),
  event('request.withdrawn', { requestCode: v.string() }),
  event('consent.asked', {
    attemptId: v.string(),
    network: TonNetworkSchema,
    address: v.string(),
  }),
  event('consent.refused', { attemptId: v.string(), reason: v.picklist(REFUSAL_REASONS) }),
  event('join.asked', {
    ...join,
    /** Of the door; null where it is off, or cannot be read. */
    rule: v.nullable(v.picklist(['wallet', 'owner', 'host'])),
  }),
  event('join.decided', {
    ...join,
    state: v.picklist(['queued', 'approved', 'declined', 'withdrawn']),
    why: v.picklist(JOIN_REASONS),
    /** The wallet that let the person in. */
    provenBy: v.nullable(wallet),
  }),
  event('join.ended', { ...join, why: v.picklist(JOIN_ENDS) }),
  event('user.deleted', {}),
])
export type EventBody = v.InferOutput<typeof EventBodySchema>

/** A fact that members or the host must learn, written in the transaction that made it true. */
export type StoredEvent = {
  /** Grows with each event. */
  sequence: number
  id: string
  createdAt: EpochMs
} & EventBody

/** Events that leave the server. Other events are for members only. */
export type HostEventType = HostEvent['type']
export type StoredHostEvent = Extract<StoredEvent, { type: HostEventType }>
