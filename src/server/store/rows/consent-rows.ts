import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { appendNotifiedEvent } from './events.ts'
import { randomId, type Transaction, lockMembers } from './transaction.ts'
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
import { placeOf } from '../database/sealed-tables.ts'

/** A proven wallet that waits for its holder's answer. */
export type ConsentRow = Selectable<Schema['consents']>

/** The problem that the requester's attempt gets for each reason. */
const REFUSAL_CODES = {
  kept: 'wallet-linked-elsewhere',
  proven: 'wallet-proven-elsewhere',
  unlinked: 'wallet-unlinked-elsewhere',
} as const satisfies Record<RefusalReason, ProblemCode>

type AttemptOutcome =
  | { state: 'linked'; wallet_id: string }
  | { state: 'failed'; error_code: (typeof REFUSAL_CODES)[RefusalReason] | 'wallet-limit' }

/** Selects open consents, the oldest first. */
export function openConsents(sql: Sql, now: EpochMs) {
  return sql
    .selectFrom('consents')
    .innerJoin('attempts', 'attempts.id', 'consents.attempt_id')
    .where('attempts.state', '=', 'awaiting-consent')
    .where('attempts.expires_at', '>', now)
    .orderBy('consents.asked_at')
    .orderBy('consents.attempt_id')
}

/** There are none about an EVM wallet: its proofs name the requester's account, so they need no consent. */
export async function consentsAbout(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  { family, network, address }: WalletIdentity,
): Promise<ConsentRow[]> {
  if (family !== 'ton') return []
  return openConsents(sql, now)
    .selectAll('consents')
    .where('consents.family', '=', family)
    .where('consents.network', '=', network)
    .where('consents.address', '=', address)
    .execute()
}

/**
 * Rejects every consent about a wallet and notifies each requester once. A waiting proof ends with the holder's link,
 * or when the wallet signs a text later, so only the holder's answer can move the wallet. The wallet's lock must be
 * held.
 */
export async function rejectConsents(
  trx: Transaction,
  wallet: WalletIdentity,
  reason: Exclude<RefusalReason, 'kept'>,
): Promise<void> {
  const waiting = await consentsAbout(trx, wallet)
  if (waiting.length === 0) return
  await lockMembers(
    trx,
    waiting.map(({ requester_id }) => requester_id),
  )
  // Requesters may have cancelled, or deleted their account, before they were locked.
  for (const consent of onePerRequester(await consentsAbout(trx, wallet)))
    await refuse(trx, consent, reason)
}

/**
 * Fails the requester's attempts for this wallet and notifies the requester of the reason. The event names no holder,
 * so it outlives the holder's account.
 */
export async function refuse(
  trx: Transaction,
  consent: ConsentRow,
  reason: RefusalReason,
): Promise<void> {
  const { requester_id: userId, attempt_id: attemptId } = consent
  await closeConsents(trx, consent, { state: 'failed', error_code: REFUSAL_CODES[reason] })
  await appendNotifiedEvent(trx, { type: 'consent.refused', userId, attemptId, reason })
}

/** The oldest consent of each requester. Later proofs of the same wallet ask for the same one. */
export function onePerRequester<
  Request extends Pick<ConsentRow, 'requester_id' | 'network' | 'address'>,
>(consents: readonly Request[]): Request[] {
  const first = new Map<string, Request>()
  for (const consent of consents) {
    const key = [consent.requester_id, consent.network, consent.address].join()
    if (!first.has(key)) first.set(key, consent)
  }
  return [...first.values()]
}

/** Fails the attempt of a requester who has no room for another wallet. Returns whether it did. */
export async function refuseOneTooMany(
  trx: Transaction,
  consent: ConsentRow,
  walletLimit: number,
): Promise<boolean> {
  const isOneTooMany = (await countWallets(trx.sql, consent.requester_id)) >= walletLimit
  if (isOneTooMany)
    await closeConsents(trx, consent, { state: 'failed', error_code: 'wallet-limit' })
  return isOneTooMany
}

/** Links a wallet that no longer has a holder to the requester. The requester's lock must be held. */
export async function grant(trx: Transaction, consent: ConsentRow): Promise<StoredWallet> {
  const { requester_id: userId, attempt_id: attemptId } = consent
  const { proof } = consent
  const wallet = await insertWallet(trx, {
    id: randomId(),
    userId,
    proven: toProven(consent),
    proof: unsealProof(proof, placeOf('consents', 'proof', attemptId), trx.cipher),
    verifiedAt: consent.asked_at,
    ...NO_EVIDENCE,
    first: (await countWallets(trx.sql, userId)) === 0,
  })
  await closeConsents(trx, consent, { state: 'linked', wallet_id: wallet.id })
  return wallet
}

/** Notifies a wallet's new holder of the remaining consents about it. */
export async function notifyNewHolder(trx: Transaction, wallet: StoredWallet): Promise<void> {
  for (const consent of onePerRequester(await consentsAbout(trx, walletIdentity(wallet))))
    await notifyHolder(trx, consent, wallet.userId)
}

/** Asks the holder of a wallet for a consent. */
export async function notifyHolder(
  trx: Transaction,
  consent: Pick<ConsentRow, 'attempt_id' | 'requester_id' | 'network' | 'address'>,
  holderId: string,
): Promise<void> {
  const { attempt_id: attemptId, requester_id: requesterId, network, address } = consent
  await appendNotifiedEvent(
    trx,
    { type: 'consent.asked', userId: holderId, attemptId, network, address },
    { otherUserId: requesterId },
  )
}

/** Writes the outcome to every attempt of this requester for this wallet that has not expired. */
export async function closeConsents(
  { sql, now }: Transaction,
  consent: Pick<ConsentRow, 'requester_id' | 'family' | 'network' | 'address'>,
  outcome: AttemptOutcome,
): Promise<void> {
  const alike = await openConsents(sql, now)
    .select('consents.attempt_id')
    .where('consents.requester_id', '=', consent.requester_id)
    .where('consents.family', '=', consent.family)
    .where('consents.network', '=', consent.network)
    .where('consents.address', '=', consent.address)
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
