import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { HOST_EVENT_TYPES } from '#shared/api/host/host-event.ts'
import { type FieldCipher, jsonUnsealer, sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import {
  type EventBody,
  EventBodySchema,
  type HostEventType,
  type StoredEvent,
} from '../database/stored-event.ts'
import { randomId, type Transaction, type WalletChange } from './transaction.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs } from '../database/stored.ts'

const HostEventTypeSchema = v.picklist(HOST_EVENT_TYPES)

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
    body: sealJson(body, placeOf('events', 'body', id), cipher),
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

const unsealBody = jsonUnsealer(EventBodySchema)

export function toStoredEvent(row: EventRow, cipher: FieldCipher): StoredEvent {
  const body = unsealBody(row.body, placeOf('events', 'body', row.id), cipher)
  return { sequence: row.sequence, id: row.id, createdAt: row.created_at, ...body }
}
