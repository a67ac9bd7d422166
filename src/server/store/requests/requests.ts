import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { FamiliesSchema } from '#shared/request.ts'
import type { StoredRequest } from '../request-store.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'

const SEPARATOR = ' '

export function createRequests({
  database,
}: SqlContext): Pick<
  Store,
  'createRequest' | 'findRequest' | 'countAnswers' | 'listGivenAnswers' | 'findAnswer'
> {
  return {
    async createRequest({ code, keyId, families, now, expiresAt }) {
      const row = {
        code,
        key_id: keyId,
        families: families.join(SEPARATOR),
        created_at: now,
        expires_at: expiresAt,
        closed_at: null,
      }
      await database.write((sql) => sql.insertInto('requests').values(row).execute())
      return toStoredRequest(row)
    },

    findRequest: (code) => findRequest(database.read, code),

    async countAnswers(code) {
      const { count } = await database.read
        .selectFrom('answers')
        .select((query) => query.fn.countAll<number>().as('count'))
        .where('request_code', '=', code)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    async listGivenAnswers(userId) {
      const rows = await database.read
        .selectFrom('answers')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('answered_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        requestCode: row.request_code,
        walletId: row.wallet_id,
        answeredAt: row.answered_at,
        withdrawnAt: row.withdrawn_at,
      }))
    },

    async findAnswer(code, userId) {
      const row = await database.read
        .selectFrom('answers')
        .select(['wallet_id', 'answered_at'])
        .where('request_code', '=', code)
        .where('user_id', '=', userId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      return row && { walletId: row.wallet_id, answeredAt: row.answered_at }
    },
  }
}

export async function findRequest(sql: Sql, code: string): Promise<StoredRequest | undefined> {
  const row = await sql
    .selectFrom('requests')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
  return row && toStoredRequest(row)
}

function toStoredRequest(row: Selectable<Schema['requests']>): StoredRequest {
  return {
    code: row.code,
    keyId: row.key_id,
    families: v.parse(FamiliesSchema, row.families.split(SEPARATOR)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
  }
}
