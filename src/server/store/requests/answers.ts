import type { Selectable } from 'kysely'
import { appendEvent } from '../events/events.ts'
import { randomId } from '../random-id.ts'
import type { AnswerOutcome, RequestStore, StoredAnswer, StoredRequest } from '../request-store.ts'
import { findRequest } from './requests.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs, Store, StoredWallet } from '../store.ts'
import { toStoredWallet } from '../linking/wallet-rows.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type Target = Parameters<RequestStore['withdrawAnswer']>[0]

export function createAnswers(
  context: SqlContext,
): Pick<Store, 'answerRequest' | 'withdrawAnswer'> {
  return {
    answerRequest: ({ code, userId, walletId }, now) =>
      writeUnit(context, now, async (unit): Promise<AnswerOutcome> => {
        await unit.lock(`user:${userId}`)
        const wallet = await findOwned(unit, { walletId, userId })
        return wallet ? answerWith(unit, code, wallet) : { outcome: 'not-found' }
      }),

    withdrawAnswer: (target, now) =>
      writeUnit(context, now, (unit) => withdrawAnswer(unit, target)),
  }
}

/** Answers with a wallet that its member keeps to the end of the unit: the member's lock must be held. */
export async function answerWith(
  unit: Unit,
  code: string,
  wallet: StoredWallet,
): Promise<AnswerOutcome> {
  const request = await findRequest(unit.sql, code)
  if (!request) return { outcome: 'not-found' }
  if (!isOpen(request, unit.now)) return { outcome: 'closed' }
  if (!request.families.includes(wallet.family)) return { outcome: 'not-found' }
  return { outcome: 'answered', request, answer: await giveAnswer(unit, code, wallet) }
}

/** Answers the request for which an attempt was made, if it was for one that is still open. */
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
  if (attempt?.request_code) await answerWith(unit, attempt.request_code, wallet)
}

async function giveAnswer(unit: Unit, code: string, wallet: StoredWallet): Promise<StoredAnswer> {
  const { userId } = wallet
  const former = await findRow(unit, { code, userId })
  if (former?.withdrawn_at === null && former.wallet_id === wallet.id) {
    return { walletId: wallet.id, answeredAt: former.answered_at }
  }
  const answer = { wallet_id: wallet.id, answered_at: unit.now, withdrawn_at: null }
  await unit.sql
    .insertInto('answers')
    .values({ ...answer, id: randomId(), request_code: code, user_id: userId })
    .onConflict((conflict) => conflict.columns(['request_code', 'user_id']).doUpdateSet(answer))
    .execute()
  await appendEvent(unit, { type: 'request.answered', userId, wallet, requestCode: code })
  return { walletId: wallet.id, answeredAt: unit.now }
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
  return true
}

function isOpen({ closedAt, expiresAt }: StoredRequest, now: EpochMs): boolean {
  return closedAt === null && now < expiresAt
}

function findRow(
  { sql }: Unit,
  { code, userId }: Target,
): Promise<Selectable<Schema['answers']> | undefined> {
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
  return row && toStoredWallet(row, cipher)
}
