import type { ExpressionBuilder } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { deleteAttempts } from '../rows/delete-attempts.ts'
import { releaseNext, getMembers } from '../rows/delivery-queue.ts'
import { withholdAgreements } from '../rows/proof-rows.ts'
import {
  lockMembers,
  inTransaction,
  type SqlContext,
  type Transaction,
} from '../rows/transaction.ts'
import { toStoredUser } from '../rows/user-rows.ts'
import { appendEvent } from '../rows/events.ts'
import { rejectConsents } from '../rows/consent-rows.ts'
import { closeRequests } from '../rows/close-requests.ts'
import { lockRequests, markPosts } from '../rows/mark-posts.ts'
import type { EpochMs } from '../database/stored.ts'
import { deleteUnneeded } from '../rows/multisig-rows.ts'
import { notifyOwners } from '../rows/cosigning-participants.ts'
import {
  countWallets,
  removeWallet,
  toProven,
  walletIdentity,
  walletLock,
} from '../rows/wallet-rows.ts'
import { listTagged } from '../rows/join-rows.ts'

export function createDeleteUser(context: SqlContext) {
  return {
    /**
     * Deletes the member and all that belongs to them. An event `user.deleted` stays. Owners who signed in a cosigning
     * that the member had started are notified that it has ended. Answers Telegram's ids of the groups in which the member has a tag.
     */
    deleteUser: (userId: string, now: EpochMs): Promise<string[]> =>
      inTransaction(context, now, async (trx) => {
        const tagged = await listTagged(trx, userId)
        await deleteUser(trx, userId)
        return tagged
      }),
  }
}

/** Deletes a member if they still have no wallet, are no admin by a link and were not seen since `before`. */
export async function deleteIdleUser(
  trx: Transaction,
  userId: string,
  before: EpochMs,
): Promise<void> {
  await trx.lock(`user:${userId}`)
  const idle = await trx.sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('last_seen_at', '<', before)
    .where('id', 'not in', (query) => query.selectFrom('admins').select('user_id'))
    .executeTakeFirst()
  if (idle && (await countWallets(trx.sql, userId)) === 0) await deleteUser(trx, userId)
}

/** Longest time that a try to deliver an event may take, in milliseconds: the lease of a delivery. */
const LONGEST_TRY_MS = 60_000

/**
 * Every event about the member is deleted, with its receipt. The rest is deleted with the user's row. `user.deleted` is
 * written first, because the newest event is never deleted, so that no sequence is used twice.
 */
async function deleteUser(trx: Transaction, userId: string): Promise<void> {
  await trx.lock(`user:${userId}`)
  const asked = await findNotifiable(trx.sql, userId)
  const multisigs = await findMemberMultisigs(trx.sql, userId)
  await notifyOwners(trx, userId)
  await releaseWallets(trx, userId)
  await withholdOwn(trx, userId)
  const { sql } = trx
  await deleteAttempts(trx, sql.selectFrom('attempts').select('id').where('user_id', '=', userId))
  const deleted = await sql
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return
  if (multisigs.length > 0) await forgetMultisigs(sql, multisigs)
  await appendEvent(trx, { type: 'user.deleted', userId })
  await leaveRequests(trx, asked)
  await waitForTries(trx, userId)
  const others = await findOthers(trx, userId)
  await leaveMovesToOthers(sql, userId)
  await sql
    .deleteFrom('events')
    .where('type', '!=', 'user.deleted')
    .where((query) => isAbout(query, userId))
    .execute()
  await releaseNext(sql, [userId, ...others])
}

/** Others keep their links to a multisig, but not what this member has signed for it. */
async function withholdOwn(trx: Transaction, id: string): Promise<void> {
  const user = await findRow(trx.sql, 'users', { id })
  if (user) await withholdAgreements(trx, toStoredUser(user, trx.cipher))
}

/** Members who share waiting events with this member. Their next events may be sent after the shared ones are gone. */
async function findOthers(trx: Transaction, userId: string): Promise<string[]> {
  const rows = await trx.sql
    .selectFrom('events')
    .select(['user_id', 'other_user_id'])
    .where('deliver_at', 'is not', null)
    .where('other_user_id', 'is not', null)
    .where((query) => isAbout(query, userId))
    .execute()
  const others = new Set(rows.flatMap(getMembers).filter((id) => id !== userId))
  await lockMembers(trx, others)
  return [...others]
}

/** Multisigs that were read because of the member. Readings of those that their key owns contain its address. */
async function findMemberMultisigs(sql: Sql, userId: string): Promise<string[]> {
  const linked = sql
    .selectFrom('wallets')
    .innerJoin('multisigs', 'multisigs.address', 'wallets.address')
    .select('multisigs.id')
    .where('wallets.user_id', '=', userId)
  const started = sql
    .selectFrom('cosignings')
    .select('multisig_id as id')
    .where('starter_id', '=', userId)
  const rows = await sql
    .selectFrom('wallets')
    .innerJoin('multisig_owners', 'multisig_owners.address', 'wallets.address')
    .select('multisig_owners.multisig_id as id')
    .where('wallets.user_id', '=', userId)
    .union(linked)
    .union(started)
    .execute()
  return rows.map(({ id }) => id)
}

async function forgetMultisigs(sql: Sql, ids: readonly string[]): Promise<void> {
  await deleteUnneeded(sql, (query) =>
    query.where('id', 'in', ids).where((multisig) => {
      const owners = multisig
        .selectFrom('multisig_owners')
        .select('multisig_owners.multisig_id')
        .whereRef('multisig_owners.multisig_id', '=', 'multisigs.id')
        .where((owner) => owner.exists(linksOfOwner(owner)))
      return multisig.not(multisig.exists(owners))
    }),
  )
}

/** With the family, because the index of addresses begins with it. */
function linksOfOwner(owner: ExpressionBuilder<Schema, 'multisigs' | 'multisig_owners'>) {
  return owner
    .selectFrom('wallets')
    .select('wallets.id')
    .whereRef('wallets.family', '=', 'multisigs.family')
    .whereRef('wallets.address', '=', 'multisig_owners.address')
}

/** The requests that the member made, and those that they answered. */
type AffectedRequests = { made: string[]; answered: string[] }

async function findNotifiable(sql: Sql, userId: string): Promise<AffectedRequests> {
  // No other member has seen these drafts.
  await sql
    .deleteFrom('requests')
    .where('created_by', '=', userId)
    .where('is_draft', '=', 1)
    .execute()
  const made = await sql
    .selectFrom('requests')
    .select('code')
    .where('created_by', '=', userId)
    .execute()
  const answered = await sql
    .selectFrom('answers')
    .select('request_code as code')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return { made: made.map(({ code }) => code), answered: answered.map(({ code }) => code) }
}

/** Closes and updates the member's requests: their posts named the member as maker, or counted the member's answer. */
async function leaveRequests(
  trx: Transaction,
  { made, answered }: AffectedRequests,
): Promise<void> {
  await lockRequests(trx, [...made, ...answered])
  await closeRequests(trx, made)
  await markPosts(trx, [...made, ...answered])
}

/** Delays `user.deleted`, because deliveries that are under way could arrive after it. */
async function waitForTries({ sql, now }: Transaction, userId: string): Promise<void> {
  const { until } = await sql
    .selectFrom('events')
    .select(({ fn }) => fn.max<EpochMs | null>('deliver_at').as('until'))
    .where('deliver_at', '>', now)
    .where('deliver_at', '<=', now + LONGEST_TRY_MS)
    .where((query) => isAbout(query, userId))
    .executeTakeFirstOrThrow()
  if (until === null) return
  await sql
    .updateTable('events')
    .set({ deliver_at: until })
    .where('type', '=', 'user.deleted')
    .where('user_id', '=', userId)
    .where('deliver_at', '<', until)
    .execute()
}

/**
 * Events about moves stay for the other member: the new holder, or the former holder, because otherwise the operator
 * would still believe that the former holder has the wallet.
 */
async function leaveMovesToOthers(sql: Sql, userId: string): Promise<void> {
  await sql
    .updateTable('events')
    .set((query) => ({ other_user_id: null, notified_id: notifiedBut(query, userId) }))
    .where('type', '=', 'wallet.moved')
    .where('other_user_id', '=', userId)
    .execute()
  await sql
    .updateTable('events')
    .set((query) => ({
      user_id: query.ref('other_user_id').$notNull(),
      other_user_id: null,
      notified_id: notifiedBut(query, userId),
    }))
    .where('type', '=', 'wallet.moved')
    .where('user_id', '=', userId)
    .where('other_user_id', 'is not', null)
    .execute()
}

/** Who has the receipt already, unless it is this member. */
function notifiedBut(query: ExpressionBuilder<Schema, 'events'>, userId: string) {
  return query.fn<string | null>('nullif', ['notified_id', query.val(userId)])
}

function isAbout(query: ExpressionBuilder<Schema, 'events'>, userId: string) {
  return query.or([query('user_id', '=', userId), query('other_user_id', '=', userId)])
}

async function releaseWallets(trx: Transaction, userId: string): Promise<void> {
  const wallets = await trx.sql
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  for (const wallet of wallets) {
    const identity = walletIdentity(toProven(wallet))
    await trx.lock(walletLock(identity))
    await removeWallet(trx, { id: wallet.id, userId })
    await rejectConsents(trx, identity, 'unlinked')
  }
}
