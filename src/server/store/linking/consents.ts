import { findRow } from '../database/find-row.ts'
import { KEY_LEVEL } from '../database/schema.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { appendNotifiedEvent } from '../rows/events.ts'
import {
  grant,
  onePerRequester,
  openConsents,
  notifyNewHolder,
  refuse,
  refuseOneTooMany,
  type ConsentRow,
} from '../rows/consent-rows.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import { getHeld, removeWallet, walletLock } from '../rows/wallet-rows.ts'
import { type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import { answerForAttempt } from '../rows/answer-rows.ts'

/** A proven wallet that waits for its holder's answer. */
export type StoredConsent = {
  attemptId: string
  network: TonNetwork
  address: string
  holderId: string
  expiresAt: EpochMs
}

/** What became of a consent; `not-found` if this member was not asked, or it ended without their answer. */
type ConsentOutcome = 'moved' | 'kept' | 'wallet-limit' | 'not-found'

type ConsentAnswer = {
  attemptId: string
  holderId: string
  answer: 'move' | 'keep'
  walletLimit: number
}

export function createConsents(context: SqlContext) {
  return {
    /** Consents that wait for this member, as the holder of a wallet. */
    async listConsents(holderId: string, now: EpochMs): Promise<StoredConsent[]> {
      const rows = await consentsOf(context.database.read, holderId, now)
        .select(['consents.attempt_id', 'consents.requester_id'])
        .select(['consents.network', 'consents.address', 'attempts.expires_at'])
        .execute()
      return onePerRequester(rows).map(({ attempt_id, network, address, expires_at }) => ({
        attemptId: attempt_id,
        network,
        address,
        holderId,
        expiresAt: expires_at,
      }))
    },

    /** A second answer of the member changes nothing, and gives the first outcome. */
    answerConsent: transactional(context, answerConsent),
  }
}

/** Selects open consents about the wallets that this member has now. */
function consentsOf(sql: Sql, holderId: string, now: EpochMs) {
  return openConsents(sql, now)
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.family', '=', 'consents.family')
        .onRef('wallets.network', '=', 'consents.network')
        .onRef('wallets.address', '=', 'consents.address')
        .on('wallets.level', '=', KEY_LEVEL),
    )
    .where('wallets.user_id', '=', holderId)
}

async function answerConsent(trx: Transaction, answer: ConsentAnswer): Promise<ConsentOutcome> {
  const seen = await findConsent(trx, answer)
  if (!seen) return findAnswered(trx, answer)
  await trx.lock(walletLock(seen), `user:${answer.holderId}`, `user:${seen.requester_id}`)
  const consent = await findConsent(trx, answer)
  if (!consent) return findAnswered(trx, answer)
  const outcome = await (answer.answer === 'keep' ? keep(trx, consent) : move(trx, consent, answer))
  await trx.sql
    .updateTable('attempts')
    .set({ answered_by: answer.holderId })
    .where('id', '=', consent.attempt_id)
    .execute()
  return outcome
}

/** The outcome of the answer that this member gave before. */
async function findAnswered(
  { sql }: Transaction,
  { attemptId, holderId }: ConsentAnswer,
): Promise<ConsentOutcome> {
  const attempt = await findRow(sql, 'attempts', { id: attemptId, answered_by: holderId })
  if (!attempt) return 'not-found'
  if (attempt.state === 'linked') return 'moved'
  return attempt.error_code === 'wallet-limit' ? 'wallet-limit' : 'kept'
}

/** The attempt that was asked about may be over, and a later one of the same requester still wait for the answer. */
async function findConsent(
  { sql, now }: Transaction,
  { attemptId, holderId }: ConsentAnswer,
): Promise<ConsentRow | undefined> {
  const open = consentsOf(sql, holderId, now).selectAll('consents')
  const own = await open.where('consents.attempt_id', '=', attemptId).executeTakeFirst()
  return own ?? open.where('consents.question_id', '=', attemptId).executeTakeFirst()
}

async function keep(trx: Transaction, consent: ConsentRow): Promise<ConsentOutcome> {
  await refuse(trx, consent, 'kept')
  return 'kept'
}

async function move(
  trx: Transaction,
  consent: ConsentRow,
  { holderId: formerUserId, walletLimit }: ConsentAnswer,
): Promise<ConsentOutcome> {
  if (await refuseOneTooMany(trx, consent, walletLimit)) return 'wallet-limit'
  const { id } = await getHeld(trx.sql, consent, formerUserId)
  await removeWallet(trx, { id, userId: formerUserId })
  const wallet = await grant(trx, consent)
  await appendNotifiedEvent(
    trx,
    { type: 'wallet.moved', userId: wallet.userId, formerUserId, wallet },
    { otherUserId: formerUserId },
  )
  await answerForAttempt(trx, consent.attempt_id, wallet)
  await notifyNewHolder(trx, wallet)
  return 'moved'
}
