import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { FieldPlace } from '../field-cipher.ts'
import { answerForAttempt } from '../requests/answers.ts'
import { appendToldEvent } from '../events/events.ts'
import { randomId } from '../random-id.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet } from '../store.ts'
import { countWallets, insertWallet, NO_GROUNDS, toProven } from './wallet-rows.ts'
import { walletIdentity, type WalletIdentity } from './wallet-identity.ts'
import type { Unit } from '../write-unit.ts'

/** A proven wallet that waits for its holder's answer. */
export type Question = Selectable<Schema['consents']>

type Outcome =
  | { state: 'linked'; wallet_id: string }
  | { state: 'failed'; error_code: 'wallet-linked-elsewhere' | 'wallet-limit' }

/** Open questions, the oldest first. */
export function openQuestions(sql: Sql, now: EpochMs) {
  return sql
    .selectFrom('consents')
    .innerJoin('attempts', 'attempts.id', 'consents.attempt_id')
    .where('attempts.state', '=', 'awaiting-consent')
    .where('attempts.expires_at', '>', now)
    .orderBy('consents.asked_at')
    .orderBy('consents.attempt_id')
}

/** None about an EVM wallet: its proofs name the account that asks, and nobody is asked. */
export async function questionsAbout(
  { sql, now }: Pick<Unit, 'sql' | 'now'>,
  { family, network, address }: WalletIdentity,
): Promise<Question[]> {
  if (family !== 'ton') return []
  return openQuestions(sql, now)
    .selectAll('consents')
    .where('consents.family', '=', family)
    .where('consents.network', '=', network)
    .where('consents.address', '=', address)
    .execute()
}

/**
 * The holder let the wallet go without an answer: it is linked to whoever asked first and has room
 * for it. Later questions then wait for the new holder.
 */
export async function handOver(unit: Unit, wallet: WalletIdentity): Promise<void> {
  for (const question of await questionsAbout(unit, wallet)) {
    await unit.lock(`user:${question.asker_id}`)
    if (await refuseOneTooMany(unit, question, WALLETS_PER_USER)) continue
    const linked = await grant(unit, question)
    await appendToldEvent(unit, { type: 'wallet.linked', userId: linked.userId, wallet: linked })
    await answerForAttempt(unit, question.attempt_id, linked)
    await passOn(unit, linked)
    return
  }
}

/** Fails the attempt of an asker who has no room for another wallet; tells whether it did. */
export async function refuseOneTooMany(
  unit: Unit,
  question: Question,
  walletLimit: number,
): Promise<boolean> {
  const isOneTooMany = (await countWallets(unit.sql, question.asker_id)) >= walletLimit
  if (isOneTooMany) await settle(unit, question, { state: 'failed', error_code: 'wallet-limit' })
  return isOneTooMany
}

/** Links a wallet that nobody has any more to the asker. The asker's lock must be held. */
export async function grant(unit: Unit, question: Question): Promise<StoredWallet> {
  const { asker_id: userId, attempt_id: attemptId } = question
  const wallet = await insertWallet(unit, {
    id: randomId(),
    userId,
    proven: toProven(question),
    signature: unit.cipher.open(question.signature, questionPlace(attemptId)),
    verifiedAt: question.asked_at,
    ...NO_GROUNDS,
    first: (await countWallets(unit.sql, userId)) === 0,
  })
  await settle(unit, question, { state: 'linked', wallet_id: wallet.id })
  return wallet
}

/** Puts the questions that remain about a wallet to its new holder. */
export async function passOn(unit: Unit, wallet: StoredWallet): Promise<void> {
  const asked = new Set<string>()
  for (const question of await questionsAbout(unit, walletIdentity(wallet))) {
    if (!asked.has(question.asker_id)) await announce(unit, question, wallet.userId)
    asked.add(question.asker_id)
  }
}

/** Lets the holder hear of a question. */
export async function announce(
  unit: Unit,
  question: Pick<Question, 'attempt_id' | 'asker_id' | 'network' | 'address'>,
  holderId: string,
): Promise<void> {
  const { attempt_id: attemptId, asker_id: askerId, network, address } = question
  await appendToldEvent(
    unit,
    { type: 'consent.asked', userId: holderId, attemptId, network, address },
    { otherUserId: askerId },
  )
}

/** Gives the outcome to every attempt with which this member asks for this wallet. */
export async function settle(
  { sql }: Unit,
  question: Pick<Question, 'asker_id' | 'family' | 'network' | 'address'>,
  outcome: Outcome,
): Promise<void> {
  const alike = await sql
    .selectFrom('consents')
    .select('attempt_id')
    .where('asker_id', '=', question.asker_id)
    .where('family', '=', question.family)
    .where('network', '=', question.network)
    .where('address', '=', question.address)
    .execute()
  const ids = alike.map(({ attempt_id }) => attempt_id)
  if (ids.length === 0) return
  await sql
    .updateTable('attempts')
    .set(outcome)
    .where('id', 'in', ids)
    .where('state', 'in', statesBefore(outcome.state))
    .execute()
  await sql.deleteFrom('consents').where('attempt_id', 'in', ids).execute()
}

export function questionPlace(row: string): FieldPlace {
  return { table: 'consents', column: 'signature', row }
}
