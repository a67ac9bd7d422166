import type { Selectable } from 'kysely'
import type { ApiKeyStore, IdempotencyClaim, IdempotencyTarget } from '../api-key-store.ts'
import type { FieldCipher, FieldPlace } from '../field-cipher.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type ReplyRow = Selectable<Schema['idempotent_replies']>
type Claim = Parameters<ApiKeyStore['claimIdempotencyKey']>[0]

export function createIdempotencyKeys(
  context: SqlContext,
): Pick<Store, 'claimIdempotencyKey' | 'settleIdempotencyKey' | 'releaseIdempotencyKey'> {
  const { database, cipher } = context
  return {
    claimIdempotencyKey: (claim, now) =>
      writeUnit(context, now, async (unit) =>
        (await take(unit, claim)) ? { outcome: 'claimed' } : findFirst(unit, claim),
      ),

    async settleIdempotencyKey(target, { status, body }) {
      const sealed = body === null ? null : cipher.seal(Buffer.from(body), bodyPlace(target))
      await database.write((sql) =>
        sql
          .updateTable('idempotent_replies')
          .set({ status, body: sealed })
          .where('key_id', '=', target.keyId)
          .where('key_hash', '=', target.keyHash)
          .where('status', 'is', null)
          .execute(),
      )
    },

    async releaseIdempotencyKey({ keyId, keyHash }) {
      await database.write((sql) =>
        sql
          .deleteFrom('idempotent_replies')
          .where('key_id', '=', keyId)
          .where('key_hash', '=', keyHash)
          .where('status', 'is', null)
          .execute(),
      )
    },
  }
}

/**
 * Nobody has the key, or whoever had it is gone. A claim from further ahead than a lease was made
 * before the clock was set back.
 */
async function take(
  { sql, now }: Unit,
  { keyId, keyHash, requestHash, leaseMs }: Claim,
): Promise<boolean> {
  const claim = { request_hash: requestHash, claimed_at: now }
  const claimed = await sql
    .insertInto('idempotent_replies')
    .values({ ...claim, key_id: keyId, key_hash: keyHash, status: null, body: null })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'key_hash'])
        .doUpdateSet(claim)
        .where('idempotent_replies.status', 'is', null)
        .where((query) =>
          query.or([
            query('idempotent_replies.claimed_at', '<=', now - leaseMs),
            query('idempotent_replies.claimed_at', '>', now + leaseMs),
          ]),
        ),
    )
    .returning('key_id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function findFirst({ sql, cipher }: Unit, claim: Claim): Promise<IdempotencyClaim> {
  const first = await findReply(sql, claim)
  // Released a moment ago: the caller asks again.
  if (!first) return { outcome: 'busy' }
  if (!Buffer.from(first.request_hash).equals(claim.requestHash)) return { outcome: 'reused' }
  if (first.status === null) return { outcome: 'busy' }
  return {
    outcome: 'replied',
    reply: { status: first.status, body: openBody(first, claim, cipher) },
  }
}

function findReply(sql: Sql, { keyId, keyHash }: IdempotencyTarget): Promise<ReplyRow | undefined> {
  return sql
    .selectFrom('idempotent_replies')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

function openBody(
  { body }: ReplyRow,
  target: IdempotencyTarget,
  cipher: FieldCipher,
): string | null {
  return body && Buffer.from(cipher.open(body, bodyPlace(target))).toString()
}

function bodyPlace({ keyId, keyHash }: IdempotencyTarget): FieldPlace {
  const row = `${keyId}-${Buffer.from(keyHash).toString('base64url')}`
  return { table: 'idempotent_replies', column: 'body', row }
}
