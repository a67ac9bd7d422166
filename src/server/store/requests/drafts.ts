import type { Family } from '#shared/wallet.ts'
import { holdMember } from '../rows/user-rows.ts'
import {
  joinFamilies,
  unsealRequest,
  type RequestRow,
  type StoredRequest,
} from '../rows/request-rows.ts'
import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

type Draft = { code: string; userId: string; families: readonly Family[]; byAnybody: boolean }
type WantedDraft = Pick<Draft, 'userId' | 'families'>
type DraftTimes = { now: EpochMs; freshAfter: EpochMs; expiresAt: EpochMs }

export function createDrafts(context: SqlContext) {
  const { database, cipher } = context
  return {
    /**
     * The member's inline draft that is not sent or answered yet, if it was made after `freshAfter` and is for the same
     * families.
     */
    async findDraft(
      draft: WantedDraft,
      times: Omit<DraftTimes, 'expiresAt'>,
    ): Promise<StoredRequest | undefined> {
      const known = await findDraft(database.read, draft, times)
      return known && unsealRequest({ sql: database.read, cipher }, known)
    },

    /**
     * The same draft, or a new one with `code`.
     *
     * @throws {MemberGoneError}
     */
    draftRequest: (draft: Draft, times: DraftTimes): Promise<StoredRequest> =>
      inTransaction(context, times.now, async (trx) =>
        unsealRequest(trx, await keepDraft(trx, draft, times)),
      ),

    /** The member has sent the draft into a chat, so it is a request now. False when it is not theirs. */
    async sendDraft(
      { code, userId }: Pick<Draft, 'code' | 'userId'>,
      { now, expiresAt }: Omit<DraftTimes, 'freshAfter'>,
    ): Promise<boolean> {
      const own = await database.write(async (sql) => {
        await sql
          .updateTable('requests')
          .set({ is_draft: 0, created_at: now, expires_at: expiresAt })
          .where('code', '=', code)
          .where('created_by', '=', userId)
          .where('is_draft', '=', 1)
          .execute()
        return findRow(sql, 'requests', { code, created_by: userId })
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
    by_anybody: draft.byAnybody ? 1 : 0,
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
  { userId, families }: WantedDraft,
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
