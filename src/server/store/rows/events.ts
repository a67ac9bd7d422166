import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { COSIGNING_METHODS, STALE_REASONS } from '#shared/multisig.ts'
import { JOIN_ENDS, JOIN_REASONS } from '#shared/join.ts'
import { TonNetworkSchema } from '#shared/address.ts'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import {
  type HostEventType,
  COSIGNING_UPDATES,
  REFUSAL_REASONS,
  type StoredEvent,
} from '../database/stored-event.ts'
import { ProvenWalletSchema } from './wallet-rows.ts'
import { StoredMultisigSchema } from './multisig-schema.ts'
import { randomId, type Transaction, type WalletChange } from './transaction.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs } from '../database/stored.ts'

const StoredWalletSchema = v.intersect([
  ProvenWalletSchema,
  v.object({
    id: v.string(),
    userId: v.string(),
    label: v.nullable(v.string()),
    primary: v.boolean(),
    verifiedAt: v.number(),
    staleAt: v.nullable(v.number()),
    multisig: v.nullable(StoredMultisigSchema),
  }),
])

const aboutJoin = {
  userId: v.string(),
  joinId: v.string(),
  chat: v.object({ telegramId: v.string(), title: v.string() }),
}

const EventBodySchema = v.variant('type', [
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
    // Earlier versions wrote none.
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
    owners: v.array(v.string()),
  }),
  v.object({
    type: v.literal('cosigning.updated'),
    userId: v.string(),
    code: v.string(),
    update: v.picklist(COSIGNING_UPDATES),
  }),
  v.object({
    type: v.literal('cosigning.ended'),
    userId: v.string(),
    method: v.picklist(COSIGNING_METHODS),
    multisig: v.variant('family', [
      v.object({ family: v.literal('ton'), network: TonNetworkSchema, address: v.string() }),
      v.object({ family: v.literal('evm'), chainId: v.number(), address: v.string() }),
    ]),
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
    rule: v.nullable(v.picklist(['wallet', 'owner', 'host'])),
  }),
  v.object({
    type: v.literal('join.decided'),
    ...aboutJoin,
    state: v.picklist(['queued', 'approved', 'declined', 'withdrawn']),
    why: v.picklist(JOIN_REASONS),
    provenBy: v.nullable(StoredWalletSchema),
  }),
  v.object({ type: v.literal('join.ended'), ...aboutJoin, why: v.picklist(JOIN_ENDS) }),
  v.object({ type: v.literal('user.deleted'), userId: v.string() }),
])

const HostEventTypeSchema = v.picklist(HOST_EVENT_TYPES)

/** The content of an event, before it has a sequence. */
export type EventBody = WithoutPosition<StoredEvent>
type WithoutPosition<Event> = Event extends unknown
  ? Omit<Event, 'sequence' | 'id' | 'createdAt'>
  : never

export type EventRow = Selectable<Schema['events']>

type EventMeta = {
  /** The second member that the event is about. The event is deleted with either of them. */
  otherUserId?: string
}

/** Writes an event for readers of events. */
export function appendEvent(
  trx: Transaction,
  body: EventBody,
  meta: EventMeta = {},
): Promise<void> {
  return insertEvent(trx, body, { ...meta, notifyAt: null })
}

/** Writes an event that the bot also sends to a member. */
export function appendNotifiedEvent(
  trx: Transaction,
  body: EventBody,
  meta: EventMeta = {},
): Promise<void> {
  return insertEvent(trx, body, { ...meta, notifyAt: trx.now })
}

/** The transaction holds the lock of the event's subject, so the sequences of events about it are in order. */
async function insertEvent(
  { sql, prepared, cipher, now, delivers, changes }: Transaction,
  body: EventBody,
  { otherUserId, notifyAt }: EventMeta & { notifyAt: EpochMs | null },
): Promise<void> {
  changes.push(...getWalletChanges(body))
  const id = randomId()
  await prepared.insertEvent(sql, {
    id,
    type: body.type,
    user_id: body.userId,
    other_user_id: otherUserId ?? null,
    body: cipher.seal(Buffer.from(JSON.stringify(body)), placeOf('events', 'body', id)),
    created_at: now,
    notify_at: notifyAt,
    ...(delivers && isHostEventType(body.type)
      ? { delivery: 'pending', deliver_at: now }
      : { delivery: null, deliver_at: null }),
  })
}

function getWalletChanges(body: EventBody): WalletChange[] {
  switch (body.type) {
    case 'wallet.linked':
      return [{ userId: body.userId, event: 'linked' }]
    case 'wallet.moved':
      return [
        { userId: body.formerUserId, event: 'moved' },
        { userId: body.userId, event: 'linked' },
      ]
    case 'wallet.unlinked':
      return [{ userId: body.userId, event: 'unlinked' }]
    case 'wallet.stale':
      return [{ userId: body.userId, event: 'stale' }]
    default:
      return []
  }
}

export function isHostEventType(type: StoredEvent['type']): type is HostEventType {
  return v.is(HostEventTypeSchema, type)
}

export function toStoredEvent(row: EventRow, cipher: FieldCipher): StoredEvent {
  const json = Buffer.from(cipher.unseal(row.body, placeOf('events', 'body', row.id))).toString()
  const body = v.parse(v.pipe(v.string(), v.parseJson(), EventBodySchema), json)
  return { sequence: row.sequence, id: row.id, createdAt: row.created_at, ...body }
}
