import { sql as raw, type Selectable } from 'kysely'
import { appendEvent, appendNotifiedEvent } from '../events/events.ts'
import { randomId, inTransaction, type SqlContext, type Transaction } from '../transaction.ts'
import { lockRequests, markPosts } from './mark-posts.ts'
import {
  findRow,
  isOpen,
  openRequest,
  splitFamilies,
  STANDING_ANSWERS,
  type RequestRow,
  type StoredRequest,
} from './request-rows.ts'
import type { Schema } from '../database/schema.ts'
import type { StoredWallet, EpochMs } from '../stored.ts'
import { openWallet } from '../linking/wallet-rows.ts'

export type StoredAnswer = { walletId: string | null; answeredAt: EpochMs }

/** An answer as the member who gave it sees it. */
export type GivenAnswer = StoredAnswer & { requestCode: string; withdrawnAt: EpochMs | null }

export type AnswerOutcome =
  | { outcome: 'answered'; request: StoredRequest; answer: StoredAnswer }
  | { outcome: 'closed' }
  | { outcome: 'full' }
  | { outcome: 'not-found' }

type AnswerRef = { code: string; userId: string }
type StoredAnswerRow = Selectable<Schema['answers']>
type AnswerRefusal = Extract<AnswerOutcome, { outcome: 'closed' | 'full' }>

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
        const wallet = await findOwned(trx, { walletId, userId })
        const request = await findRow(trx.sql, code)
        return wallet && request ? answerWith(trx, request, wallet) : { outcome: 'not-found' }
      }),

    /** Withdraws the answer and writes `request.withdrawn`; false when there was none. */
    withdrawAnswer: (target: AnswerRef, now: EpochMs) =>
      inTransaction(context, now, (trx) => withdrawAnswer(trx, target)),

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
    async listGivenAnswers(userId: string): Promise<GivenAnswer[]> {
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

    /** The member's own answer, if it stands. */
    async findAnswer(code: string, userId: string): Promise<StoredAnswer | undefined> {
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

/**
 * Answers the request that a link was made for, if the request is open to everybody. Otherwise the caller must check
 * the membership in the chat first, and then call `answerRequest`. The member's lock must be held.
 */
export async function answerByLink(
  trx: Transaction,
  code: string,
  wallet: StoredWallet,
): Promise<void> {
  const request = await findRow(trx.sql, code)
  if (request?.members_only === 0) await answerWith(trx, request, wallet)
}

/** The same for the request of an attempt, if it has one. */
export async function answerForAttempt(
  trx: Transaction,
  attemptId: string,
  wallet: StoredWallet,
): Promise<void> {
  const attempt = await trx.sql
    .selectFrom('attempts')
    .select('request_code')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  const code = attempt?.request_code ?? null
  if (code !== null) await answerByLink(trx, code, wallet)
}

/**
 * Answers with a wallet. The member's lock must be held, so that the wallet stays theirs until the transaction ends.
 */
async function answerWith(
  trx: Transaction,
  row: RequestRow,
  wallet: StoredWallet,
): Promise<AnswerOutcome> {
  if (!isOpen(row, trx.now)) return { outcome: 'closed' }
  if (!splitFamilies(row.families).includes(wallet.family)) return { outcome: 'not-found' }
  const given = await giveAnswer(trx, row.code, wallet)
  if ('outcome' in given) return given
  return { outcome: 'answered', request: await openRequest(trx, row), answer: given }
}

async function giveAnswer(
  trx: Transaction,
  code: string,
  wallet: StoredWallet,
): Promise<StoredAnswer | AnswerRefusal> {
  const former = await findGiven(trx, { code, userId: wallet.userId })
  const isStanding = former?.withdrawn_at === null
  if (isStanding && former.wallet_id === wallet.id) {
    return { walletId: wallet.id, answeredAt: former.answered_at }
  }
  await lockRequests(trx, [code])
  const refusal = await findRefusal(trx, code, isStanding)
  if (refusal) return refusal
  await writeAnswer(trx, code, wallet)
  if (!isStanding) await markPosts(trx, [code])
  return { walletId: wallet.id, answeredAt: trx.now }
}

/** Runs under the request's lock, so no other transaction closes it or takes its last place before this one ends. */
async function findRefusal(
  { sql, now }: Transaction,
  code: string,
  isStanding: boolean,
): Promise<AnswerRefusal | undefined> {
  const row = await sql
    .selectFrom('requests')
    .select(['closed_at', 'expires_at', 'max_answers'])
    // The count is needed only if there is a limit.
    .select(
      raw<number>`case when max_answers is null then 0 else ${STANDING_ANSWERS} end`.as('answered'),
    )
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row || !isOpen(row, now)) return { outcome: 'closed' }
  if (isStanding || row.max_answers === null || row.answered < row.max_answers) return undefined
  return { outcome: 'full' }
}

/** An answer to a draft shows that the draft was sent. */
async function writeAnswer(trx: Transaction, code: string, wallet: StoredWallet): Promise<void> {
  const { userId } = wallet
  const answer = { wallet_id: wallet.id, answered_at: trx.now, withdrawn_at: null }
  await trx.sql
    .insertInto('answers')
    .values({ ...answer, id: randomId(), request_code: code, user_id: userId })
    .onConflict((conflict) => conflict.columns(['request_code', 'user_id']).doUpdateSet(answer))
    .execute()
  await trx.sql
    .updateTable('requests')
    .set({ is_draft: 0 })
    .where('code', '=', code)
    .where('is_draft', '=', 1)
    .execute()
  await appendNotifiedEvent(trx, { type: 'request.answered', userId, wallet, requestCode: code })
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

function findGiven(
  { sql }: Transaction,
  { code, userId }: AnswerRef,
): Promise<StoredAnswerRow | undefined> {
  return sql
    .selectFrom('answers')
    .selectAll()
    .where('request_code', '=', code)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function findOwned(
  { sql, cipher }: Transaction,
  { walletId, userId }: { walletId: string; userId: string },
): Promise<StoredWallet | undefined> {
  const row = await sql
    .selectFrom('wallets')
    .selectAll()
    .where('id', '=', walletId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && openWallet({ sql, cipher }, row)
}
