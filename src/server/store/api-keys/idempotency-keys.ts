import { findRow } from '../database/find-row.ts'
import { sealText, unsealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import {
  joinTransaction,
  inTransaction,
  type SqlContext,
  type Transaction,
  type RowReader,
} from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'
import { createDeliveries } from '../events/deliveries.ts'
import { createDisabledWebhooks } from '../events/disabled-webhooks.ts'
import { createJoins } from '../doors/joins.ts'
import { createHeldWallets } from '../linking/held-wallets.ts'
import { createMadeRequests } from '../requests/made-requests.ts'
import { createRequests } from '../requests/requests.ts'

/** The reply to the first request under an Idempotency-Key. `body` is the JSON text. */
export type StoredReply = { status: number; body: string | null }

/** A request under an Idempotency-Key. */
export type IdempotentRequest = {
  keyId: string
  /** SHA-256 of the Idempotency-Key header. */
  keyHash: Uint8Array
  /** SHA-256 of method, path and body. */
  requestHash: Uint8Array
}

/** `reused`: the Idempotency-Key was used for another request. */
export type EarlierRequest = { outcome: 'replied'; reply: StoredReply } | { outcome: 'reused' }

export type OnceReply = {
  reply: StoredReply
  /** Whether the same request would get the same reply each time. */
  isFinal: boolean
  /** The member whom the reply names, if it names one. */
  userId: string | null
}

/** The changes that a call of the host API may make in the transaction that stores its reply. */
export type HostEffects = Pick<
  ReturnType<typeof createHostEffects>,
  | 'createRequest'
  | 'closeRequest'
  | 'extendRequest'
  | 'unlinkHeldWallet'
  | 'redeliver'
  | 'enableWebhook'
  | 'decideJoin'
>

export function createIdempotencyKeys(context: SqlContext) {
  return {
    /** The earlier use of the Idempotency-Key; undefined while it is free. */
    findEarlierRequest: (request: IdempotentRequest) => findEarlier(context, request),

    /**
     * Runs a change and stores its sealed reply in one transaction, so after a crash both are there, or neither.
     * Requests under one Idempotency-Key take turns, and only the first runs. A reply that is not final leaves the key
     * free.
     *
     * @param change may run more than once, and must use only the effects that it receives
     */
    runOnce: (
      request: IdempotentRequest,
      now: EpochMs,
      change: (effects: HostEffects) => Promise<OnceReply>,
    ): Promise<EarlierRequest | { outcome: 'done'; reply: StoredReply }> =>
      inTransaction(context, now, async (trx) => {
        await trx.lock(`idempotency-key:${getPlace(request).row}`)
        const earlier = await findEarlier(trx, request)
        if (earlier) return earlier
        const once = await change(createHostEffects(joinTransaction(context, trx)))
        if (once.isFinal) await keepReply(trx, request, once)
        return { outcome: 'done', reply: once.reply }
      }),
  }
}

function createHostEffects(context: SqlContext) {
  return {
    ...createRequests(context),
    ...createMadeRequests(context),
    ...createHeldWallets(context),
    ...createDeliveries(context),
    ...createDisabledWebhooks(context),
    ...createJoins(context),
  }
}

async function findEarlier(
  { sql, cipher }: RowReader,
  request: IdempotentRequest,
): Promise<EarlierRequest | undefined> {
  const key = { key_id: request.keyId, key_hash: request.keyHash }
  const row = await findRow(sql, 'idempotent_replies', key)
  if (!row) return undefined
  const { request_hash: requestHash, status, body } = row
  if (!Buffer.from(requestHash).equals(request.requestHash)) return { outcome: 'reused' }
  const text = body && unsealText(body, getPlace(request), cipher)
  return { outcome: 'replied', reply: { status, body: text } }
}

async function keepReply(
  { sql, cipher, now }: Transaction,
  request: IdempotentRequest,
  { reply: { status, body }, userId }: OnceReply,
): Promise<void> {
  const saved = {
    request_hash: request.requestHash,
    claimed_at: now,
    status,
    body: body === null ? null : sealText(body, getPlace(request), cipher),
    user_id: userId,
  }
  await sql
    .insertInto('idempotent_replies')
    .values({ ...saved, key_id: request.keyId, key_hash: request.keyHash })
    .onConflict((conflict) => conflict.columns(['key_id', 'key_hash']).doUpdateSet(saved))
    .execute()
}

function getPlace({ keyId, keyHash }: IdempotentRequest) {
  return placeOf('idempotent_replies', 'body', keyId, keyHash)
}
