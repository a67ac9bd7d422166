import { findRow } from '../database/find-row.ts'
import { sealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { EpochMs } from '../database/stored.ts'
import { saveUser, type TelegramProfile } from '../members/users.ts'
import { type ChatProfile, findPresentChat, saveChat } from '../rows/chat-rows.ts'
import { appendEvent } from '../rows/events.ts'
import {
  applyVerdict,
  decide,
  HOST_TTL_MS,
  type JoinRow,
  judgeJoin,
  PROVE_TTL_MS,
  readRule,
  updateJoin,
} from '../rows/join-rows.ts'
import { takeUpdate } from '../rows/take-update.ts'
import { inTransaction, randomId, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { type DueJoin, toDue } from './join-telling.ts'
import { toJoin } from './joins.ts'

type Asking = {
  /** Of Telegram: it counts once, and not after a later one of the person about the group. */
  update: { id: number; sentAt: EpochMs }
  person: TelegramProfile
  group: ChatProfile
  /** Null for a request without a query. */
  queryId: string | null
}

/** `over`: it was noted before, or the person has asked again since · `too-often`: only administrators decide. */
export type AskOutcome = { outcome: 'noted'; join: DueJoin } | { outcome: 'over' | 'too-often' }

/** How often one person may ask to join groups within the time: each request writes events. */
const MOST_ASKED = 10
const ASKED_WITHIN_MS = 10 * 60_000

export function createAskToJoin(context: SqlContext) {
  return {
    /**
     * Notes that a person asks to join, with the person and the group, and lets them in if they qualify already. A
     * former request of theirs for this group is over. The caller tells Telegram, and has a lease for it.
     *
     * @param until the end of the lease
     */
    askToJoin: (asking: Asking, until: EpochMs, now: EpochMs): Promise<AskOutcome> =>
      inTransaction(context, now, (trx) => ask(trx, asking, until)),
  }
}

async function ask(
  trx: Transaction,
  { update, person, group, queryId }: Asking,
  until: EpochMs,
): Promise<AskOutcome> {
  const { sql, now } = trx
  if (!(await takeUpdate(trx, update.id))) return { outcome: 'over' }
  const user = await saveUser(trx, person)
  const chat = (await findPresentChat(trx, group)) ?? (await saveChat(trx, group))
  const asked = { update, userId: user.id, chatId: chat.id }
  if (await hasAskedAgain(trx, asked)) return { outcome: 'over' }
  if (await asksTooOften(trx, user.id)) return { outcome: 'too-often' }
  await withdrawFormer(trx, asked)
  const door = await findRow(sql, 'doors', { chat_id: chat.id })
  const rule = door && readRule(door)
  const row: JoinRow = {
    ...sealQuery(trx, queryId),
    chat_id: chat.id,
    user_id: user.id,
    sent_at: update.sentAt,
    update_id: update.id,
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
  const { telegramId, title } = chat
  const about = { userId: user.id, joinId: row.id, chat: { telegramId, title } }
  await appendEvent(trx, { type: 'join.asked', ...about, rule: rule?.kind ?? null })
  await applyVerdict(trx, row, await judgeJoin(trx, row))
  const leased = await sql
    .updateTable('joins')
    .set({ due_at: until, free_at: until })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { outcome: 'noted', join: await toDue(trx, { ...toJoin(leased), chat, user }, leased) }
}

type AskedJoin = Pick<Asking, 'update'> & { userId: string; chatId: string }

/** Updates may arrive in another order than they were sent in. Within a second their ids say which. */
async function hasAskedAgain(
  { sql }: Transaction,
  { update, userId, chatId }: AskedJoin,
): Promise<boolean> {
  const later = await sql
    .selectFrom('joins')
    .select('id')
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where((row) =>
      row.or([
        row('sent_at', '>', update.sentAt),
        row.and([row('sent_at', '=', update.sentAt), row('update_id', '>', update.id)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Without those of a clock that was wrong, which lie in the future. */
async function asksTooOften({ sql, now }: Transaction, userId: string): Promise<boolean> {
  const { count } = await sql
    .selectFrom('joins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('asked_at', '>', now - ASKED_WITHIN_MS)
    .where('asked_at', '<=', now)
    .executeTakeFirstOrThrow()
  return count >= MOST_ASKED
}

function sealQuery({ cipher }: Transaction, queryId: string | null) {
  const id = randomId()
  if (queryId === null) return { id, query_key: null, query_id: null }
  return {
    id,
    query_key: cipher.lookup(queryId),
    query_id: sealText(queryId, placeOf('joins', 'query_id', id), cipher),
  }
}

/**
 * Who asks is not in the chat, however they were let in before. A refusal that Telegram has not heard of would turn away
 * the new request.
 */
async function withdrawFormer(trx: Transaction, { chatId, userId }: AskedJoin): Promise<void> {
  const former = await trx.sql
    .selectFrom('joins')
    .selectAll()
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where((row) =>
      row.or([
        row('state', 'in', ['asked', 'queued', 'approved']),
        row.and([row('state', '=', 'declined'), row('told', '!=', 'decline')]),
      ]),
    )
    .execute()
  for (const row of former) {
    await decide(trx, row, { state: 'withdrawn', why: 'asked-again' })
    await updateJoin(trx, row.id, { ended_at: null, ended_why: null })
  }
}
