import { answerForAttempt } from '../requests/answers.ts'
import { appendToldEvent } from '../events/events.ts'
import {
  grant,
  onePerRequester,
  openQuestions,
  passOn,
  refuse,
  refuseOneTooMany,
  type Question,
} from './questions.ts'
import type { Sql } from '../database/sql-database.ts'
import type { ConsentOutcome, EpochMs, Store } from '../store.ts'
import { getHeld, removeWallet } from './wallet-rows.ts'
import { KEY_LEVEL, walletLock } from './wallet-identity.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type Answer = Parameters<Store['answerConsent']>[0]

export function createConsents(context: SqlContext): Pick<Store, 'listConsents' | 'answerConsent'> {
  return {
    async listConsents(holderId, now) {
      const rows = await questionsTo(context.database.read, holderId, now)
        .select(['consents.attempt_id', 'consents.asker_id'])
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

    answerConsent: (answer, now) => writeUnit(context, now, (unit) => answerConsent(unit, answer)),
  }
}

/** Open questions about the wallets that this member has now. */
function questionsTo(sql: Sql, holderId: string, now: EpochMs) {
  return openQuestions(sql, now)
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.family', '=', 'consents.family')
        .onRef('wallets.network', '=', 'consents.network')
        .onRef('wallets.address', '=', 'consents.address')
        .on('wallets.level', '=', KEY_LEVEL),
    )
    .where('wallets.user_id', '=', holderId)
}

async function answerConsent(unit: Unit, answer: Answer): Promise<ConsentOutcome> {
  const seen = await findQuestion(unit, answer)
  if (!seen) return { outcome: 'not-found' }
  await unit.lock(walletLock(seen), `user:${answer.holderId}`, `user:${seen.asker_id}`)
  const question = await findQuestion(unit, answer)
  if (!question) return { outcome: 'not-found' }
  return answer.answer === 'keep' ? keep(unit, question) : move(unit, question, answer)
}

function findQuestion(
  { sql, now }: Unit,
  { attemptId, holderId }: Answer,
): Promise<Question | undefined> {
  return questionsTo(sql, holderId, now)
    .selectAll('consents')
    .where('consents.attempt_id', '=', attemptId)
    .executeTakeFirst()
}

async function keep(unit: Unit, question: Question): Promise<ConsentOutcome> {
  await refuse(unit, question, 'kept')
  return { outcome: 'kept' }
}

async function move(
  unit: Unit,
  question: Question,
  { holderId: formerUserId, walletLimit }: Answer,
): Promise<ConsentOutcome> {
  if (await refuseOneTooMany(unit, question, walletLimit)) return { outcome: 'wallet-limit' }
  const { id } = await getHeld(unit.sql, question, formerUserId)
  await removeWallet(unit.sql, { id, userId: formerUserId })
  const wallet = await grant(unit, question)
  await appendToldEvent(
    unit,
    { type: 'wallet.moved', userId: wallet.userId, formerUserId, wallet },
    { otherUserId: formerUserId },
  )
  await answerForAttempt(unit, question.attempt_id, wallet)
  await passOn(unit, wallet)
  return { outcome: 'moved', wallet, formerUserId }
}
