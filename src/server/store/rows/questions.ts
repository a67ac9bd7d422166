import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { AssociatedData } from '../database/field-cipher.ts'
import { appendNotifiedEvent } from './events.ts'
import { randomId, type Transaction } from './transaction.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'
import type { RefusalReason } from '../database/stored-event.ts'
import {
  countWallets,
  insertWallet,
  toProven,
  NO_EVIDENCE,
  walletIdentity,
  type WalletIdentity,
} from './wallet-rows.ts'
import { unsealProof } from './unseal-proof.ts'
import { lockMembers } from './lock-members.ts'

/** A proven wallet that waits for its holder's answer. */
export type ConsentRequest = Selectable<Schema['consents']>

/** The problem that the requester's attempt gets for each reason. */
const REFUSAL_CODES = {
  kept: 'wallet-linked-elsewhere',
  proven: 'wallet-proven-elsewhere',
  unlinked: 'wallet-unlinked-elsewhere',
} as const satisfies Record<RefusalReason, ProblemCode>

type AttemptOutcome =
  | { state: 'linked'; wallet_id: string }
  | { state: 'failed'; error_code: (typeof REFUSAL_CODES)[RefusalReason] | 'wallet-limit' }

/** Selects open questions, the oldest first. */
export function openQuestions(sql: Sql, now: EpochMs) {
  return sql
    .selectFrom('consents')
    .innerJoin('attempts', 'attempts.id', 'consents.attempt_id')
    .where('attempts.state', '=', 'awaiting-consent')
    .where('attempts.expires_at', '>', now)
    .orderBy('consents.asked_at')
    .orderBy('consents.attempt_id')
}

/** There are none about an EVM wallet: its proofs name the requester's account, so they need no consent. */
export async function questionsAbout(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  { family, network, address }: WalletIdentity,
): Promise<ConsentRequest[]> {
  if (family !== 'ton') return []
  return openQuestions(sql, now)
    .selectAll('consents')
    .where('consents.family', '=', family)
    .where('consents.network', '=', network)
    .where('consents.address', '=', address)
    .execute()
}

/**
 * Rejects every question about a wallet and notifies each requester once. A waiting proof ends with the holder's link,
 * or when the wallet signs a text later, so only the holder's answer can move the wallet. The wallet's lock must be
 * held.
 */
export async function rejectQuestions(
  trx: Transaction,
  wallet: WalletIdentity,
  reason: Exclude<RefusalReason, 'kept'>,
): Promise<void> {
  const waiting = await questionsAbout(trx, wallet)
  if (waiting.length === 0) return
  await lockMembers(
    trx,
    waiting.map(({ requester_id }) => requester_id),
  )
  // Requesters may have cancelled, or deleted their account, before they were locked.
  for (const question of onePerRequester(await questionsAbout(trx, wallet)))
    await refuse(trx, question, reason)
}

/**
 * Fails the requester's attempts for this wallet and notifies the requester of the reason. The event names no holder,
 * so it outlives the holder's account.
 */
export async function refuse(
  trx: Transaction,
  question: ConsentRequest,
  reason: RefusalReason,
): Promise<void> {
  const { requester_id: userId, attempt_id: attemptId } = question
  await closeQuestions(trx, question, { state: 'failed', error_code: REFUSAL_CODES[reason] })
  await appendNotifiedEvent(trx, { type: 'consent.refused', userId, attemptId, reason })
}

/** The oldest question of each requester. Later proofs of the same wallet are the same question. */
export function onePerRequester<
  Request extends Pick<ConsentRequest, 'requester_id' | 'network' | 'address'>,
>(questions: readonly Request[]): Request[] {
  const first = new Map<string, Request>()
  for (const question of questions) {
    const key = [question.requester_id, question.network, question.address].join()
    if (!first.has(key)) first.set(key, question)
  }
  return [...first.values()]
}

/** Fails the attempt of a requester who has no room for another wallet. Returns whether it did. */
export async function refuseOneTooMany(
  trx: Transaction,
  question: ConsentRequest,
  walletLimit: number,
): Promise<boolean> {
  const isOneTooMany = (await countWallets(trx.sql, question.requester_id)) >= walletLimit
  if (isOneTooMany)
    await closeQuestions(trx, question, { state: 'failed', error_code: 'wallet-limit' })
  return isOneTooMany
}

/** Links a wallet that no longer has a holder to the requester. The requester's lock must be held. */
export async function grant(trx: Transaction, question: ConsentRequest): Promise<StoredWallet> {
  const { requester_id: userId, attempt_id: attemptId } = question
  const { proof } = question
  const wallet = await insertWallet(trx, {
    id: randomId(),
    userId,
    proven: toProven(question),
    proof: unsealProof(proof, getQuestionAad(attemptId), trx.cipher),
    verifiedAt: question.asked_at,
    ...NO_EVIDENCE,
    first: (await countWallets(trx.sql, userId)) === 0,
  })
  await closeQuestions(trx, question, { state: 'linked', wallet_id: wallet.id })
  return wallet
}

/** Notifies a wallet's new holder of the remaining questions about it. */
export async function notifyNewHolder(trx: Transaction, wallet: StoredWallet): Promise<void> {
  for (const question of onePerRequester(await questionsAbout(trx, walletIdentity(wallet))))
    await notifyHolder(trx, question, wallet.userId)
}

/** Notifies the holder of a question. */
export async function notifyHolder(
  trx: Transaction,
  question: Pick<ConsentRequest, 'attempt_id' | 'requester_id' | 'network' | 'address'>,
  holderId: string,
): Promise<void> {
  const { attempt_id: attemptId, requester_id: requesterId, network, address } = question
  await appendNotifiedEvent(
    trx,
    { type: 'consent.asked', userId: holderId, attemptId, network, address },
    { otherUserId: requesterId },
  )
}

/** Writes the outcome to every attempt of this requester for this wallet. */
export async function closeQuestions(
  { sql }: Transaction,
  question: Pick<ConsentRequest, 'requester_id' | 'family' | 'network' | 'address'>,
  outcome: AttemptOutcome,
): Promise<void> {
  const alike = await sql
    .selectFrom('consents')
    .select('attempt_id')
    .where('requester_id', '=', question.requester_id)
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

export function getQuestionAad(row: string): AssociatedData {
  return { table: 'consents', column: 'proof', row }
}
