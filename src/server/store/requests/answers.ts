import { sql as raw, type Selectable } from 'kysely'
import { appendEvent, appendToldEvent } from '../events/events.ts'
import { randomId } from '../random-id.ts'
import type { AnswerOutcome, RequestStore, StoredAnswer } from '../request-store.ts'
import { lockRequests, markPosts } from './mark-posts.ts'
import { findRow, isOpen, openRequest, splitFamilies, STANDING_ANSWERS } from './request-rows.ts'
import type { RequestRow } from './request-rows.ts'
import type { Schema } from '../database/schema.ts'
import type { Store, StoredWallet } from '../store.ts'
import { openWallet } from '../linking/wallet-rows.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type Target = Parameters<RequestStore['withdrawAnswer']>[0]
type AnswerRow = Selectable<Schema['answers']>
type Refusal = Extract<AnswerOutcome, { outcome: 'closed' | 'full' }>

export function createAnswers(
  context: SqlContext,
): Pick<Store, 'answerRequest' | 'withdrawAnswer'> {
  return {
    answerRequest: ({ code, userId, walletId }, now) =>
      writeUnit(context, now, async (unit): Promise<AnswerOutcome> => {
        await unit.lock(`user:${userId}`)
        const wallet = await findOwned(unit, { walletId, userId })
        const request = await findRow(unit.sql, code)
        return wallet && request ? answerWith(unit, request, wallet) : { outcome: 'not-found' }
      }),

    withdrawAnswer: (target, now) =>
      writeUnit(context, now, (unit) => withdrawAnswer(unit, target)),
  }
}

/**
 * Answers the request that a link was made for, if it was made for one that is open to everybody: whether somebody is
 * a member of a chat has to be asked first, and then `answerRequest` answers. The member's lock must be held.
 */
export async function answerByLink(
  unit: Unit,
  code: string | null,
  wallet: StoredWallet,
): Promise<void> {
  if (code === null) return
  const request = await findRow(unit.sql, code)
  if (request?.members_only === 0) await answerWith(unit, request, wallet)
}

/** The same for the request of an attempt, if it has one. */
export async function answerForAttempt(
  unit: Unit,
  attemptId: string,
  wallet: StoredWallet,
): Promise<void> {
  const attempt = await unit.sql
    .selectFrom('attempts')
    .select('request_code')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  await answerByLink(unit, attempt?.request_code ?? null, wallet)
}

/** Answers with a wallet that its member keeps to the end of the unit: the member's lock must be held. */
async function answerWith(
  unit: Unit,
  row: RequestRow,
  wallet: StoredWallet,
): Promise<AnswerOutcome> {
  if (!isOpen(row, unit.now)) return { outcome: 'closed' }
  if (!splitFamilies(row.families).includes(wallet.family)) return { outcome: 'not-found' }
  const given = await giveAnswer(unit, row.code, wallet)
  if ('outcome' in given) return given
  return { outcome: 'answered', request: await openRequest(unit, row), answer: given }
}

async function giveAnswer(
  unit: Unit,
  code: string,
  wallet: StoredWallet,
): Promise<StoredAnswer | Refusal> {
  const former = await findGiven(unit, { code, userId: wallet.userId })
  const isStanding = former?.withdrawn_at === null
  if (isStanding && former.wallet_id === wallet.id) {
    return { walletId: wallet.id, answeredAt: former.answered_at }
  }
  await lockRequests(unit, [code])
  const refusal = await findRefusal(unit, code, isStanding)
  if (refusal) return refusal
  await writeAnswer(unit, code, wallet)
  if (!isStanding) await markPosts(unit, [code])
  return { walletId: wallet.id, answeredAt: unit.now }
}

/** Seen under the request's lock: nobody closes it, or takes its last place, before this unit ends. */
async function findRefusal(
  { sql, now }: Unit,
  code: string,
  isStanding: boolean,
): Promise<Refusal | undefined> {
  const row = await sql
    .selectFrom('requests')
    .select(['closed_at', 'expires_at', 'max_answers'])
    // Counted only where it matters.
    .select(
      raw<number>`case when max_answers is null then 0 else ${STANDING_ANSWERS} end`.as('answered'),
    )
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row || !isOpen(row, now)) return { outcome: 'closed' }
  if (isStanding || row.max_answers === null || row.answered < row.max_answers) return undefined
  return { outcome: 'full' }
}

/** Who answers a draft shows that it was sent. */
async function writeAnswer(unit: Unit, code: string, wallet: StoredWallet): Promise<void> {
  const { userId } = wallet
  const answer = { wallet_id: wallet.id, answered_at: unit.now, withdrawn_at: null }
  await unit.sql
    .insertInto('answers')
    .values({ ...answer, id: randomId(), request_code: code, user_id: userId })
    .onConflict((conflict) => conflict.columns(['request_code', 'user_id']).doUpdateSet(answer))
    .execute()
  await unit.sql
    .updateTable('requests')
    .set({ is_draft: 0 })
    .where('code', '=', code)
    .where('is_draft', '=', 1)
    .execute()
  await appendToldEvent(unit, { type: 'request.answered', userId, wallet, requestCode: code })
}

async function withdrawAnswer(unit: Unit, { code, userId }: Target): Promise<boolean> {
  await unit.lock(`user:${userId}`)
  const withdrawn = await unit.sql
    .updateTable('answers')
    .set({ withdrawn_at: unit.now, wallet_id: null })
    .where('request_code', '=', code)
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) return false
  await appendEvent(unit, { type: 'request.withdrawn', userId, requestCode: code })
  await lockRequests(unit, [code])
  await markPosts(unit, [code])
  return true
}

function findGiven({ sql }: Unit, { code, userId }: Target): Promise<AnswerRow | undefined> {
  return sql
    .selectFrom('answers')
    .selectAll()
    .where('request_code', '=', code)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function findOwned(
  { sql, cipher }: Unit,
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
