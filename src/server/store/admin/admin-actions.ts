import type { AdminActionKind } from '#shared/admin-action.ts'
import { findRow } from '../database/find-row.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import { unlinkWallet } from '../linking/unlink-wallet.ts'
import { cutPage, isBefore, type HostPage } from '../rows/page-cursor.ts'
import {
  inTransaction,
  randomId,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import { findUsers } from '../rows/user-rows.ts'

/** What an admin did. Null for a member who was deleted; `about` is also null where it was about nobody. */
export type AdminAction = {
  id: string
  kind: AdminActionKind
  admin: StoredUser | null
  about: StoredUser | null
  doneAt: EpochMs
}

type MemberAction = Pick<AdminAction, 'kind' | 'doneAt'> & {
  /** Whether the member did it, as an admin. */
  isOwn: boolean
}

type NewAction = { kind: AdminActionKind; adminId: string; aboutId: string | null }

type Unlinking = { walletId: string; userId: string; adminId: string; reason: string }

export function createAdminActions(context: SqlContext) {
  const { database } = context
  return {
    noteAction: transactional(context, noteAction),

    /** Unlinks a member's wallet and notifies the member of the reason. False where the member no longer has it. */
    unlinkAsAdmin: (
      { walletId, userId, adminId, reason }: Unlinking,
      now: EpochMs,
    ): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        const held = await findRow(trx.sql, 'wallets', { id: walletId, user_id: userId })
        if (!held || !(await unlinkWallet(trx, held, { who: 'operator', reason }))) return false
        await noteAction(trx, { kind: 'unlinked', adminId, aboutId: userId })
        return true
      }),

    /** What admins did about a member, and what the member did as an admin, the newest first. */
    async listMemberActions(userId: string): Promise<MemberAction[]> {
      const rows = await database.read
        .selectFrom('admin_actions')
        .selectAll()
        .where((action) =>
          action.or([action('about_id', '=', userId), action('admin_id', '=', userId)]),
        )
        .orderBy('done_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ kind, admin_id, done_at: doneAt }) => ({
        kind,
        isOwn: admin_id === userId,
        doneAt,
      }))
    },

    /** The newest first. */
    async listActions({
      after,
      limit,
    }: HostPage): Promise<{ actions: AdminAction[]; next: string | null }> {
      const rows = await database.read
        .selectFrom('admin_actions')
        .selectAll()
        .where(isBefore(after, { at: 'done_at', id: 'id' }))
        .orderBy('done_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const { page, next } = cutPage(rows, limit, ({ done_at: at, id }) => ({ at, id }))
      const people = page.flatMap(({ admin_id, about_id }) => [admin_id, about_id])
      const users = await findUsers(context, people)
      const actions = page.map(({ id, kind, admin_id, about_id, done_at: doneAt }) => ({
        id,
        kind,
        admin: users.get(admin_id ?? '') ?? null,
        about: users.get(about_id ?? '') ?? null,
        doneAt,
      }))
      return { actions, next }
    },
  }
}

/** An admin who was deleted meanwhile is not named. */
export async function noteAction(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  { kind, adminId, aboutId }: NewAction,
): Promise<void> {
  await sql
    .insertInto('admin_actions')
    .values((query) => ({
      id: randomId(),
      kind,
      admin_id: query.selectFrom('users').select('id').where('id', '=', adminId),
      about_id:
        aboutId === null ? null : query.selectFrom('users').select('id').where('id', '=', aboutId),
      done_at: now,
    }))
    .execute()
}
