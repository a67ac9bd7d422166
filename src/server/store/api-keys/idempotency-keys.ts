import { createDeliveries } from '../events/deliveries.ts'
import { createDisabledWebhooks } from '../events/disabled-webhooks.ts'
import { createHeldWallets } from '../linking/held-wallets.ts'
import { createMadeRequests } from '../requests/made-requests.ts'
import { createRequests } from '../requests/requests.ts'
import type {
  EarlierRequest,
  HostEffects,
  IdempotentRequest,
  StoredReply,
} from '../api-key-store.ts'
import type { AssociatedData } from '../field-cipher.ts'
import type { Store } from '../store.ts'
import {
  joinTransaction,
  inTransaction,
  type SqlContext,
  type Transaction,
} from '../transaction.ts'

export function createIdempotencyKeys(
  context: SqlContext,
): Pick<Store, 'findEarlierRequest' | 'runOnce'> {
  const { database, cipher } = context
  return {
    findEarlierRequest: (request) => findEarlier({ sql: database.read, cipher }, request),

    runOnce: (request, now, change) =>
      inTransaction(context, now, async (trx) => {
        await trx.lock(`idempotency-key:${getRow(request)}`)
        const earlier = await findEarlier(trx, request)
        if (earlier) return earlier
        const { reply, isFinal } = await change(createHostEffects(joinTransaction(context, trx)))
        if (isFinal) await keepReply(trx, request, reply)
        return { outcome: 'done', reply }
      }),
  }
}

function createHostEffects(context: SqlContext): HostEffects {
  return {
    ...createRequests(context),
    ...createMadeRequests(context),
    ...createHeldWallets(context),
    ...createDeliveries(context),
    ...createDisabledWebhooks(context),
  }
}

async function findEarlier(
  { sql, cipher }: Pick<Transaction, 'sql' | 'cipher'>,
  request: IdempotentRequest,
): Promise<EarlierRequest | undefined> {
  const row = await sql
    .selectFrom('idempotent_replies')
    .select(['request_hash', 'status', 'body'])
    .where('key_id', '=', request.keyId)
    .where('key_hash', '=', request.keyHash)
    .executeTakeFirst()
  if (!row || row.status === null) return undefined
  const { request_hash: requestHash, status, body } = row
  if (!Buffer.from(requestHash).equals(request.requestHash)) return { outcome: 'reused' }
  const text = body && Buffer.from(cipher.open(body, getBodyAad(request))).toString()
  return { outcome: 'replied', reply: { status, body: text } }
}

async function keepReply(
  { sql, cipher, now }: Transaction,
  request: IdempotentRequest,
  { status, body }: StoredReply,
): Promise<void> {
  const saved = {
    request_hash: request.requestHash,
    claimed_at: now,
    status,
    body: body === null ? null : cipher.seal(Buffer.from(body), getBodyAad(request)),
  }
  await sql
    .insertInto('idempotent_replies')
    .values({ ...saved, key_id: request.keyId, key_hash: request.keyHash })
    .onConflict((conflict) => conflict.columns(['key_id', 'key_hash']).doUpdateSet(saved))
    .execute()
}

function getBodyAad(request: IdempotentRequest): AssociatedData {
  return { table: 'idempotent_replies', column: 'body', row: getRow(request) }
}

function getRow({ keyId, keyHash }: IdempotentRequest): string {
  return `${keyId}-${Buffer.from(keyHash).toString('base64url')}`
}
