import type { JoinEnd, JoinReason, JoinState } from '#shared/join.ts'
import { findRow, findRowsById } from '../database/find-row.ts'
import type { JoinTold } from '../database/schema.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import { toStoredChat, type StoredChat } from '../rows/chat-rows.ts'
import { decide, endFormerOwners, type JoinDecision, type JoinRow } from '../rows/join-rows.ts'
import {
  inTransaction,
  type SqlContext,
  type Transaction,
  type RowReader,
} from '../rows/transaction.ts'
import { findUsers } from '../rows/user-rows.ts'

export type StoredJoin = {
  id: string
  chat: StoredChat
  user: StoredUser
  state: JoinState
  why: JoinReason
  told: JoinTold
  askedAt: EpochMs
  decidedAt: EpochMs | null
  walletId: string | null
  endedAt: EpochMs | null
  endedWhy: JoinEnd | null
}

/** `other`: another decision stands, or there is nothing left to decide. */
export type HostDecision =
  | { outcome: 'decided'; join: StoredJoin }
  | { outcome: 'other' }
  | { outcome: 'none' }

export function createJoins(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** A request of this member's. */
    async findJoin(id: string, userId: string): Promise<StoredJoin | undefined> {
      const rows = await context.sql
        .selectFrom('joins')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
      const [join] = await unsealJoins(context, rows)
      return join
    },

    /** The id of the request that Telegram's query is about, if this member made it. */
    async findJoinOfQuery(queryId: string, userId: string): Promise<string | undefined> {
      const row = await context.sql
        .selectFrom('joins')
        .select('id')
        .where('query_key', 'in', cipher.lookups(queryId))
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.id
    },

    /** The multisig is gone, so it has no owners. */
    endOwners: (multisigId: string, now: EpochMs): Promise<void> =>
      inTransaction(context, now, (trx) => endFormerOwners(trx, multisigId, 'all')),

    /** Has an open request judged anew. */
    async wakeJoin(id: string, now: EpochMs): Promise<void> {
      await database.statement((sql) =>
        sql
          .updateTable('joins')
          .set({ due_at: now })
          .where('id', '=', id)
          .where('state', 'in', ['asked', 'queued'])
          .execute(),
      )
    },

    /** The operator's code decides. Repeating its decision changes nothing. */
    decideJoin: (
      decision: { id: string; state: 'approved' | 'declined' | 'queued' },
      now: EpochMs,
    ): Promise<HostDecision> => inTransaction(context, now, (trx) => decideForHost(trx, decision)),
  }
}

async function decideForHost(
  trx: Transaction,
  { id, state }: { id: string; state: JoinDecision['state'] },
): Promise<HostDecision> {
  const seen = await findRow(trx.sql, 'joins', { id })
  if (seen === undefined) return { outcome: 'none' }
  await trx.lock(`user:${seen.user_id}`)
  const row = await findRow(trx.sql, 'joins', { id })
  if (row === undefined) return { outcome: 'none' }
  const isOpen = row.state === 'asked' || row.state === 'queued'
  if (row.state !== state && !isOpen) return { outcome: 'other' }
  if (row.state !== state) await decide(trx, row, { state, why: 'host' })
  const changed = await findRow(trx.sql, 'joins', { id })
  const [join] = await unsealJoins(trx, changed ? [changed] : [])
  return join ? { outcome: 'decided', join } : { outcome: 'none' }
}

/** Both are there, because a request to join is deleted with either. */
export async function unsealJoins(
  { sql, cipher }: RowReader,
  rows: readonly JoinRow[],
): Promise<StoredJoin[]> {
  const users = await findUsers(
    { sql, cipher },
    rows.map(({ user_id }) => user_id),
  )
  const chats = await findRowsById(
    sql,
    'chats',
    rows.map(({ chat_id }) => chat_id),
  )
  return rows.flatMap((row) => {
    const user = users.get(row.user_id)
    const chat = chats.get(row.chat_id)
    return user && chat ? [{ ...toJoin(row), chat: toStoredChat(chat, cipher), user }] : []
  })
}

export function toJoin(row: JoinRow): Omit<StoredJoin, 'chat' | 'user'> {
  return {
    id: row.id,
    state: row.state,
    why: row.why,
    told: row.told,
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
    walletId: row.wallet_id,
    endedAt: row.ended_at,
    endedWhy: row.ended_why,
  }
}
