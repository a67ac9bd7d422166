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

const aboutJoin = {
  userId: v.string(),
  joinId: v.string(),
  chat: v.object({ telegramId: v.string(), title: v.string() }),
}

/** What happened, before it has a place among the events. */
export const EventBodySchema = v.variant('type', [
  v.object({
    type: v.literal('wallet.linked'),
    userId: v.string(),
    wallet: StoredWalletSchema,
  }),
  v.object({
    type: v.literal('wallet.moved'),
    userId: v.string(),
    formerUserId: v.string(),
    wallet: StoredWalletSchema,
  }),
  v.object({
    type: v.literal('wallet.unlinked'),
    userId: v.string(),
    wallet: StoredWalletSchema,
    by: v.picklist(['member', 'operator']),
    /** What an admin wrote for the member; null for none. Earlier versions wrote none. */
    reason: v.optional(v.nullable(v.string()), null),
  }),
  v.object({
    type: v.literal('wallet.stale'),
    userId: v.string(),
    wallet: StoredWalletSchema,
    reason: v.picklist(STALE_REASONS),
  }),
  v.object({
    type: v.literal('multisig.completed'),
    userId: v.string(),
    wallet: StoredWalletSchema,
    owners: v.pipe(v.array(v.string()), v.readonly()),
  }),
  /** An update about a cosigning that the bot sends to one member. `userId`: that member. */
  v.object({
    type: v.literal('cosigning.updated'),
    userId: v.string(),
    code: v.string(),
    update: v.picklist(COSIGNING_UPDATES),
  }),
  /**
   * Notifies one owner who signed that the starter deleted their account, and the cosigning with it. It names no person
   * and no owner.
   */
  v.object({
    type: v.literal('cosigning.ended'),
    userId: v.string(),
    method: v.picklist(COSIGNING_METHODS),
    multisig: AttemptAccountSchema,
  }),
  v.object({
    type: v.literal('request.answered'),
    userId: v.string(),
    wallet: StoredWalletSchema,
    requestCode: v.string(),
  }),
  v.object({
    type: v.literal('request.withdrawn'),
    userId: v.string(),
    requestCode: v.string(),
  }),
  v.object({
    type: v.literal('consent.asked'),
    userId: v.string(),
    attemptId: v.string(),
    network: TonNetworkSchema,
    address: v.string(),
  }),
  v.object({
    type: v.literal('consent.refused'),
    userId: v.string(),
    attemptId: v.string(),
    reason: v.picklist(REFUSAL_REASONS),
  }),
  v.object({
    type: v.literal('join.asked'),
    ...aboutJoin,
    /** Of the door; null where it is off, or cannot be read. */
    rule: v.nullable(v.picklist(['wallet', 'owner', 'host'])),
  }),
  v.object({
    type: v.literal('join.decided'),
    ...aboutJoin,
    state: v.picklist(['queued', 'approved', 'declined', 'withdrawn']),
    why: v.picklist(JOIN_REASONS),
    /** The wallet that let the person in. */
    provenBy: v.nullable(StoredWalletSchema),
  }),
  v.object({ type: v.literal('join.ended'), ...aboutJoin, why: v.picklist(JOIN_ENDS) }),
  v.object({ type: v.literal('user.deleted'), userId: v.string() }),
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
