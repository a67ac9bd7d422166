import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { FieldPlace } from '../field-cipher.ts'
import { appendToldEvent } from '../events/events.ts'
import { randomId } from '../random-id.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, RefusalReason, StoredWallet } from '../store.ts'
import { countWallets, insertWallet, NO_GROUNDS, toProven } from './wallet-rows.ts'
import { walletIdentity, type WalletIdentity } from './wallet-identity.ts'
import { lockMembers } from '../members/lock-members.ts'
import type { Unit } from '../write-unit.ts'

/** A proven wallet that waits for its holder's answer. */
export type Question = Selectable<Schema['consents']>

/** What the requester's attempt says of each refusal. */
const REFUSAL_CODES = {
  kept: 'wallet-linked-elsewhere',
  proven: 'wallet-proven-elsewhere',
  unlinked: 'wallet-unlinked-elsewhere',
} as const satisfies Record<RefusalReason, ProblemCode>

type Outcome =
  | { state: 'linked'; wallet_id: string }
  | { state: 'failed'; error_code: (typeof REFUSAL_CODES)[RefusalReason] | 'wallet-limit' }

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
 * Rejects every question about a wallet and informs each requester once. A waiting proof never outlives the holder's link,
 * nor a text that the wallet signed later: only the holder's answer moves the wallet. The wallet's lock must be held.
 */
export async function rejectQuestions(
  unit: Unit,
  wallet: WalletIdentity,
  reason: Exclude<RefusalReason, 'kept'>,
): Promise<void> {
  const waiting = await questionsAbout(unit, wallet)
  if (waiting.length === 0) return
  await lockMembers(
    unit,
    waiting.map(({ asker_id }) => asker_id),
  )
  // Requesters may have cancelled, or deleted their account, before they were locked.
  for (const question of onePerRequester(await questionsAbout(unit, wallet)))
    await refuse(unit, question, reason)
}

/** Fails the requester's attempts for this wallet and says why. The event names no holder, so it outlives the holder's account. */
export async function refuse(unit: Unit, question: Question, reason: RefusalReason): Promise<void> {
  const { asker_id: userId, attempt_id: attemptId } = question
  await settle(unit, question, { state: 'failed', error_code: REFUSAL_CODES[reason] })
  await appendToldEvent(unit, { type: 'consent.refused', userId, attemptId, reason })
}

/** The oldest question of each requester: the proofs after it ask nothing new. */
export function onePerRequester<Asked extends Pick<Question, 'asker_id' | 'network' | 'address'>>(
  questions: readonly Asked[],
): Asked[] {
  const first = new Map<string, Asked>()
  for (const question of questions) {
    const key = [question.asker_id, question.network, question.address].join()
    if (!first.has(key)) first.set(key, question)
  }
  return [...first.values()]
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
  for (const question of onePerRequester(await questionsAbout(unit, walletIdentity(wallet))))
    await announce(unit, question, wallet.userId)
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
