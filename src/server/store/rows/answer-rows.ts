import { sql as raw } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { StoredWallet, EpochMs } from '../database/stored.ts'
import { appendNotifiedEvent } from './events.ts'
import { lockRequests, markPosts } from './mark-posts.ts'
import {
  isOpen,
  unsealRequest,
  splitFamilies,
  STANDING_ANSWERS,
  type RequestRow,
  type StoredRequest,
} from './request-rows.ts'
import { randomId, type Transaction } from './transaction.ts'

export type StoredAnswer = { walletId: string | null; answeredAt: EpochMs }

export type AnswerOutcome =
  | { outcome: 'answered'; request: StoredRequest; answer: StoredAnswer }
  | { outcome: 'closed' }
  | { outcome: 'full' }
  | { outcome: 'not-found' }

type AnswerRefusal = Extract<AnswerOutcome, { outcome: 'closed' | 'full' }>

/**
 * Answers the request that a link was made for, if the request is open to everybody. Otherwise the caller must check
 * the membership in the chat first, and then call `answerRequest`. The member's lock must be held.
 */
export async function answerByLink(
  trx: Transaction,
  code: string,
  wallet: StoredWallet,
): Promise<void> {
  const request = await findRow(trx.sql, 'requests', { code })
  if (request?.members_only === 0) await answerWith(trx, request, wallet)
}

/** The same for the request of an attempt, if it has one. */
export async function answerForAttempt(
  trx: Transaction,
  attemptId: string,
  wallet: StoredWallet,
): Promise<void> {
  const attempt = await findRow(trx.sql, 'attempts', { id: attemptId })
  const code = attempt?.request_code ?? null
  if (code !== null) await answerByLink(trx, code, wallet)
}

/**
 * Answers with a wallet. The member's lock must be held, so that the wallet stays theirs until the transaction ends.
 */
export async function answerWith(
  trx: Transaction,
  row: RequestRow,
  wallet: StoredWallet,
): Promise<AnswerOutcome> {
  if (!isOpen(row, trx.now)) return { outcome: 'closed' }
  if (!splitFamilies(row.families).includes(wallet.family)) return { outcome: 'not-found' }
  const given = await giveAnswer(trx, row.code, wallet)
  if ('outcome' in given) return given
  return { outcome: 'answered', request: await unsealRequest(trx, row), answer: given }
}

async function giveAnswer(
  trx: Transaction,
  code: string,
  wallet: StoredWallet,
): Promise<StoredAnswer | AnswerRefusal> {
  const { userId } = wallet
  const former = await findRow(trx.sql, 'answers', { request_code: code, user_id: userId })
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
