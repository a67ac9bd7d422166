import { findRow } from '../database/find-row.ts'
import type { EpochMs } from '../database/stored.ts'
import { answerWith, type AnswerOutcome, type StoredAnswer } from '../rows/answer-rows.ts'
import { appendEvent } from '../rows/events.ts'
import { lockRequests, markPosts } from '../rows/mark-posts.ts'
import { requestUnsealer, type StoredRequest } from '../rows/request-rows.ts'
import {
  inTransaction,
  type SqlContext,
  type Transaction,
  transactional,
  type RowReader,
} from '../rows/transaction.ts'
import { unsealWallet } from '../rows/wallet-rows.ts'

/** An answer as the member who gave it sees it. */
export type GivenAnswer = StoredAnswer & { requestCode: string; withdrawnAt: EpochMs | null }

/** An answer that stands, with the request that it was given to. */
export type StandingAnswer = { request: StoredRequest; walletId: string; answeredAt: EpochMs }

type AnswerRef = { code: string; userId: string }

export function createAnswers(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Answers with a wallet of the member's, writes `request.answered` with its receipt, and updates the count in the
     * request's messages. The same answer again changes nothing. A wallet of a family that the request does not accept
     * is `not-found`. An answer that replaces the member's own is never `full`. The caller must check before that the
     * member is in the chat.
     */
    answerRequest: (
      { code, userId, walletId }: { code: string; userId: string; walletId: string },
      now: EpochMs,
    ): Promise<AnswerOutcome> =>
      inTransaction(context, now, async (trx): Promise<AnswerOutcome> => {
        await trx.lock(`user:${userId}`)
        const row = await findRow(trx.sql, 'wallets', { id: walletId, user_id: userId })
        const wallet = row && (await unsealWallet(trx, row))
        const request = await findRow(trx.sql, 'requests', { code })
        return wallet && request ? answerWith(trx, request, wallet) : { outcome: 'not-found' }
      }),

    /** Withdraws the answer and writes `request.withdrawn`; false when there was none. */
    withdrawAnswer: transactional(context, withdrawAnswer),

    /** The number of answers that are not withdrawn. */
    async countAnswers(code: string): Promise<number> {
      const { count } = await database.read
        .selectFrom('answers')
        .select((query) => query.fn.countAll<number>().as('count'))
        .where('request_code', '=', code)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Every answer that the member gave, withdrawn ones too, the oldest first. */
    listGivenAnswers: (userId: string): Promise<GivenAnswer[]> =>
      database.read
        .selectFrom('answers')
        .select(['request_code as requestCode', 'wallet_id as walletId'])
        .select(['answered_at as answeredAt', 'withdrawn_at as withdrawnAt'])
        .where('user_id', '=', userId)
        .orderBy('answered_at')
        .orderBy('id')
        .execute(),

    /** The member's answers that stand and whose wallets are linked, the newest first. */
    listStandingAnswers: (userId: string, limit: number) => listStanding(context, userId, limit),

    /** The member's own answer, if it stands. */
    findAnswer: (code: string, userId: string): Promise<StoredAnswer | undefined> =>
      database.read
        .selectFrom('answers')
        .select(['wallet_id as walletId', 'answered_at as answeredAt'])
        .where('request_code', '=', code)
        .where('user_id', '=', userId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst(),
  }
}

async function listStanding(
  { sql, cipher }: RowReader,
  userId: string,
  limit: number,
): Promise<StandingAnswer[]> {
  const rows = await sql
    .selectFrom('answers')
    .innerJoin('requests', 'requests.code', 'answers.request_code')
    .selectAll('requests')
    .select(['answers.wallet_id', 'answers.answered_at'])
    .where('answers.user_id', '=', userId)
    .where('answers.withdrawn_at', 'is', null)
    .where('answers.wallet_id', 'is not', null)
    .$narrowType<{ wallet_id: string }>()
    .orderBy('answers.answered_at', 'desc')
    .limit(limit)
    .execute()
  const unseal = await requestUnsealer({ sql, cipher }, rows)
  return rows.map((row) => ({
    request: unseal(row),
    walletId: row.wallet_id,
    answeredAt: row.answered_at,
  }))
}

async function withdrawAnswer(trx: Transaction, { code, userId }: AnswerRef): Promise<boolean> {
  await trx.lock(`user:${userId}`)
  const withdrawn = await trx.sql
    .updateTable('answers')
    .set({ withdrawn_at: trx.now, wallet_id: null })
    .where('request_code', '=', code)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) return false
  await appendEvent(trx, { type: 'request.withdrawn', userId, requestCode: code })
  await lockRequests(trx, [code])
  await markPosts(trx, [code])
  return true
}
