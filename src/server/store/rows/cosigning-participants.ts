import { appendNotifiedEvent } from './events.ts'
import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import { lockMembers, type Transaction } from './transaction.ts'
import type { CosigningUpdate } from '../database/stored-event.ts'
import { toAccount } from './wallet-rows.ts'

/** The members who have a part in a cosigning. */
export type Participants = {
  starterId: string
  /** Members who have confirmed, or gave a signature that counts without a name; without the starter. */
  confirmers: readonly string[]
  /** Members who have opened it, or are known owners, and gave nothing; without the starter. */
  silent: readonly string[]
  /** Those of `silent` who have opened it or got a message about it. */
  reminded: readonly string[]
}

/**
 * Locks a cosigning and its participants. Until the end of the transaction, no other transaction changes the cosigning
 * or deletes a participant, because both need the starter's lock. Undefined if there is no such cosigning.
 */
export async function lockParticipants(
  trx: Pick<Transaction, 'sql' | 'lock'>,
  code: string,
): Promise<Participants | undefined> {
  const held = new Set<string>()
  for (;;) {
    const participants = await findParticipants(trx.sql, code)
    if (!participants) return undefined
    const { starterId, confirmers, silent } = participants
    const missing = [starterId, ...confirmers, ...silent].filter((id) => !held.has(id))
    if (missing.length === 0) return participants
    await lockMembers(trx, missing)
    for (const id of missing) held.add(id)
  }
}

async function findParticipants(sql: Sql, code: string): Promise<Participants | undefined> {
  const row = await findRow(sql, 'cosignings', { code })
  if (!row) return undefined
  const { starter_id: starterId } = row
  const confirmations = await sql
    .selectFrom('confirmations')
    .select('user_id')
    .where('cosigning_code', '=', code)
    .where('user_id', 'is not', null)
    .where('user_id', '!=', starterId)
    .execute()
  const viewers = await sql
    .selectFrom('cosigning_viewers')
    .select(['user_id', 'part'])
    .where('cosigning_code', '=', code)
    .where('user_id', '!=', starterId)
    .execute()
  const submitters = viewers.filter(({ part }) => part === 'signed')
  const confirmers = new Set(
    [...confirmations, ...submitters].flatMap(({ user_id }) => user_id ?? []),
  )
  const silent = viewers.filter(({ user_id }) => !confirmers.has(user_id))
  const reminded = silent.filter(({ part }) => part !== 'listed')
  return {
    starterId,
    confirmers: [...confirmers],
    silent: silent.map(({ user_id }) => user_id),
    reminded: reminded.map(({ user_id }) => user_id),
  }
}

/** Notifies members of a cosigning. The event is deleted with the member in `from`, usually the starter. */
export async function notifyMembers(
  trx: Transaction,
  members: readonly string[],
  { code, update, from }: { code: string; update: CosigningUpdate; from: string },
): Promise<void> {
  for (const userId of members) {
    const meta = userId === from ? {} : { otherUserId: from }
    await appendNotifiedEvent(trx, { type: 'cosigning.updated', userId, code, update }, meta)
  }
}

/**
 * Notifies owners who signed that this member's cosignings end because the account is deleted. The event outlives the
 * account, so it names neither the member nor any owner. The member's lock must be held.
 */
export async function notifyOwners(trx: Transaction, starterId: string): Promise<void> {
  const open = await trx.sql
    .selectFrom('cosignings')
    .innerJoin('multisigs', 'multisigs.id', 'cosignings.multisig_id')
    .select(['cosignings.code', 'cosignings.method', 'multisigs.family'])
    .select(['multisigs.network as account_network', 'multisigs.address as account_address'])
    .where('cosignings.starter_id', '=', starterId)
    .where('cosignings.state', '=', 'open')
    .orderBy('cosignings.created_at')
    .orderBy('cosignings.code')
    .execute()
  for (const { code, method, ...account } of open) {
    const participants = await lockParticipants(trx, code)
    const multisig = toAccount(account)
    if (!participants || !multisig) continue
    for (const userId of participants.confirmers)
      await appendNotifiedEvent(trx, { type: 'cosigning.ended', userId, method, multisig })
  }
}
