import { holdMember } from '../members/users.ts'
import type { RequestStore } from '../request-store.ts'
import { joinFamilies, openRequest, type RequestRow } from './request-rows.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

type Draft = Parameters<RequestStore['draftRequest']>[0]
type DraftTimes = Parameters<RequestStore['draftRequest']>[1]

export function createDrafts(
  context: SqlContext,
): Pick<Store, 'findDraft' | 'draftRequest' | 'sendDraft'> {
  const { database, cipher } = context
  return {
    async findDraft(draft, times) {
      const known = await findDraft(database.read, draft, times)
      return known && openRequest({ sql: database.read, cipher }, known)
    },

    draftRequest: (draft, times) =>
      inTransaction(context, times.now, async (trx) =>
        openRequest(trx, await keepDraft(trx, draft, times)),
      ),

    async sendDraft({ code, userId }, { now, expiresAt }) {
      const own = await database.write(async (sql) => {
        await sql
          .updateTable('requests')
          .set({ is_draft: 0, created_at: now, expires_at: expiresAt })
          .where('code', '=', code)
          .where('created_by', '=', userId)
          .where('is_draft', '=', 1)
          .execute()
        return sql
          .selectFrom('requests')
          .select('code')
          .where('code', '=', code)
          .where('created_by', '=', userId)
          .executeTakeFirst()
      })
      return own !== undefined
    },
  }
}

async function keepDraft(trx: Transaction, draft: Draft, times: DraftTimes): Promise<RequestRow> {
  await holdMember(trx, draft.userId)
  const known = await findDraft(trx.sql, draft, times)
  if (known) return known
  const row: RequestRow = {
    code: draft.code,
    key_id: null,
    created_by: draft.userId,
    chat_id: null,
    members_only: 0,
    max_answers: null,
    is_draft: 1,
    families: joinFamilies(draft.families),
    created_at: times.now,
    expires_at: times.expiresAt,
    closed_at: null,
  }
  await trx.sql.insertInto('requests').values(row).execute()
  return row
}

function findDraft(
  sql: Sql,
  { userId, families }: Omit<Draft, 'code'>,
  { now, freshAfter }: Omit<DraftTimes, 'expiresAt'>,
): Promise<RequestRow | undefined> {
  return sql
    .selectFrom('requests')
    .selectAll()
    .where('created_by', '=', userId)
    .where('is_draft', '=', 1)
    .where('families', '=', joinFamilies(families))
    .where('created_at', '>', freshAfter)
    .where('expires_at', '>', now)
    .where('closed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
