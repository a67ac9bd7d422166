import type { JoinEnd, JoinReason, JoinState } from '#shared/join.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import { findChatRow, toStoredChat, type StoredChat } from '../rows/chat-rows.ts'
import { appendEvent } from '../rows/events.ts'
import {
  applyVerdict,
  decide,
  endFormerOwners,
  findDoorRow,
  getChat,
  HOST_TTL_MS,
  type JoinDecision,
  type JoinRow,
  judgeJoin,
  PROVE_TTL_MS,
  readRule,
  updateJoin,
} from '../rows/join-rows.ts'
import { inTransaction, randomId, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { holdMember, toStoredUser, type UserRow } from '../rows/user-rows.ts'

export type StoredJoin = {
  id: string
  chat: StoredChat
  user: StoredUser
  state: JoinState
  why: JoinReason
  askedAt: EpochMs
  decidedAt: EpochMs | null
  walletId: string | null
  endedAt: EpochMs | null
  endedWhy: JoinEnd | null
}

type Asking = {
  /** Telegram's id of the update, which counts once. */
  updateId: number
  chatId: string
  userId: string
  queryId: string | null
}

/** `other`: another decision stands, or there is nothing left to decide. */
export type HostDecision =
  | { outcome: 'decided'; join: StoredJoin }
  | { outcome: 'other' }
  | { outcome: 'none' }

export function createJoins(context: SqlContext) {
  const { database, cipher } = context
  const reader = { sql: database.read, cipher }
  return {
    /**
     * Notes that a person asks to join, and lets them in if they qualify already. A former request of theirs for this
     * chat is over. False for an update that was noted before.
     */
    askToJoin: (asking: Asking, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, (trx) => ask(trx, asking)),

    /** A request of this member's. */
    async findJoin(id: string, userId: string): Promise<StoredJoin | undefined> {
      const rows = await reader.sql
        .selectFrom('joins')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
      const [join] = await unsealJoins(reader, rows)
      return join
    },

    /** The id of the request that Telegram's query is about, if this member made it. */
    async findJoinOfQuery(queryId: string, userId: string): Promise<string | undefined> {
      const row = await reader.sql
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

async function ask(
  trx: Transaction,
  { updateId, chatId, userId, queryId }: Asking,
): Promise<boolean> {
  const { sql, now } = trx
  await holdMember(trx, userId)
  const taken = await sql
    .insertInto('updates')
    .values({ update_id: updateId, claimed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('update_id')
    .executeTakeFirst()
  if (taken === undefined) return false
  await withdrawFormer(trx, { chatId, userId })
  const door = await findDoorRow(sql, chatId)
  const rule = door && readRule(door)
  const row: JoinRow = {
    ...sealQuery(trx, queryId),
    chat_id: chatId,
    user_id: userId,
    state: 'asked',
    why: rule?.kind === 'host' ? 'host' : 'no-wallet',
    asked_at: now,
    decide_by: now + (rule?.kind === 'host' ? HOST_TTL_MS : PROVE_TTL_MS),
    decided_at: null,
    wallet_id: null,
    multisig_id: null,
    ended_at: null,
    ended_why: null,
    told: 'nothing',
    tag: null,
    due_at: now,
    free_at: 0,
    tries: 0,
  }
  await sql.insertInto('joins').values(row).execute()
  const chat = await getChat(trx, row)
  const asked = { userId, joinId: row.id, chat, rule: rule?.kind ?? null }
  await appendEvent(trx, { type: 'join.asked', ...asked })
  await applyVerdict(trx, row, await judgeJoin(trx, row))
  return true
}

function sealQuery({ cipher }: Transaction, queryId: string | null) {
  const id = randomId()
  if (queryId === null) return { id, query_key: null, query_id: null }
  return {
    id,
    query_key: cipher.lookup(queryId),
    query_id: cipher.seal(Buffer.from(queryId), placeOf('joins', 'query_id', id)),
  }
}

/** Who asks is not in the chat, however they were let in before. */
async function withdrawFormer(
  trx: Transaction,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<void> {
  const former = await trx.sql
    .selectFrom('joins')
    .selectAll()
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('state', 'in', ['asked', 'queued', 'approved'])
    .execute()
  for (const row of former) {
    await decide(trx, row, { state: 'withdrawn', why: 'asked-again' })
    await updateJoin(trx, row.id, { ended_at: null, ended_why: null })
  }
}

async function decideForHost(
  trx: Transaction,
  { id, state }: { id: string; state: JoinDecision['state'] },
): Promise<HostDecision> {
  const seen = await findRow(trx, id)
  if (seen === undefined) return { outcome: 'none' }
  await trx.lock(`user:${seen.user_id}`)
  const row = await findRow(trx, id)
  if (row === undefined) return { outcome: 'none' }
  const isOpen = row.state === 'asked' || row.state === 'queued'
  if (row.state !== state && !isOpen) return { outcome: 'other' }
  if (row.state !== state) await decide(trx, row, { state, why: 'host' })
  const changed = await findRow(trx, id)
  const [join] = await unsealJoins(trx, changed ? [changed] : [])
  return join ? { outcome: 'decided', join } : { outcome: 'none' }
}

export function findRow({ sql }: Pick<Transaction, 'sql'>, id: string) {
  return sql.selectFrom('joins').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Both are there, because a request to join is deleted with either. */
export async function unsealJoins(
  { sql, cipher }: Pick<Transaction, 'sql' | 'cipher'>,
  rows: readonly JoinRow[],
): Promise<StoredJoin[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ user_id }) => user_id))]
  const users = await sql.selectFrom('users').selectAll().where('id', 'in', ids).execute()
  const people = new Map(users.map((user): [string, UserRow] => [user.id, user]))
  const chats = new Map<string, StoredChat>()
  for (const { chat_id: id } of rows) {
    const chat = chats.has(id) ? undefined : await findChatRow(sql, id)
    if (chat) chats.set(id, toStoredChat(chat, cipher))
  }
  return rows.flatMap((row) => {
    const user = people.get(row.user_id)
    const chat = chats.get(row.chat_id)
    if (!user || !chat) return []
    return [{ ...toJoin(row), chat, user: toStoredUser(user, cipher) }]
  })
}

function toJoin(row: JoinRow): Omit<StoredJoin, 'chat' | 'user'> {
  return {
    id: row.id,
    state: row.state,
    why: row.why,
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
    walletId: row.wallet_id,
    endedAt: row.ended_at,
    endedWhy: row.ended_why,
  }
}
