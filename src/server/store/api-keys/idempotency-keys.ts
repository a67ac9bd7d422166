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
import type { FieldPlace } from '../field-cipher.ts'
import type { Store } from '../store.ts'
import { joinUnit, writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createIdempotencyKeys(
  context: SqlContext,
): Pick<Store, 'findEarlierRequest' | 'runOnce'> {
  const { database, cipher } = context
  return {
    findEarlierRequest: (request) => findEarlier({ sql: database.read, cipher }, request),

    runOnce: (request, now, change) =>
      writeUnit(context, now, async (unit) => {
        await unit.lock(`idempotency-key:${rowOf(request)}`)
        const earlier = await findEarlier(unit, request)
        if (earlier) return earlier
        const { reply, isFinal } = await change(createHostEffects(joinUnit(context, unit)))
        if (isFinal) await keepReply(unit, request, reply)
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
  { sql, cipher }: Pick<Unit, 'sql' | 'cipher'>,
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
  const text = body && Buffer.from(cipher.open(body, bodyPlace(request))).toString()
  return { outcome: 'replied', reply: { status, body: text } }
}

async function keepReply(
  { sql, cipher, now }: Unit,
  request: IdempotentRequest,
  { status, body }: StoredReply,
): Promise<void> {
  const kept = {
    request_hash: request.requestHash,
    claimed_at: now,
    status,
    body: body === null ? null : cipher.seal(Buffer.from(body), bodyPlace(request)),
  }
  await sql
    .insertInto('idempotent_replies')
    .values({ ...kept, key_id: request.keyId, key_hash: request.keyHash })
    .onConflict((conflict) => conflict.columns(['key_id', 'key_hash']).doUpdateSet(kept))
    .execute()
}

function bodyPlace(request: IdempotentRequest): FieldPlace {
  return { table: 'idempotent_replies', column: 'body', row: rowOf(request) }
}

function rowOf({ keyId, keyHash }: IdempotentRequest): string {
  return `${keyId}-${Buffer.from(keyHash).toString('base64url')}`
}
