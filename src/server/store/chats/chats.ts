import {
  inTransaction,
  lockLookups,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import {
  findByTelegramId,
  findPresentChat,
  toStoredChat,
  type ChatRow,
  type ChatProfile,
  type StoredChat,
  saveChat,
  updateChat,
} from '../rows/chat-rows.ts'
import { findRow } from '../database/find-row.ts'
import type { LockName } from '../database/sql-database.ts'
import { followDoor } from '../rows/join-rows.ts'
import { closeRequests } from '../rows/close-requests.ts'
import { dropChatPosts, dropSentChatPosts } from '../rows/mark-posts.ts'
import type { EpochMs } from '../database/stored.ts'

export function createChats(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** Stores a group that the bot is in, with its current title. */
    async saveChat(profile: ChatProfile, now: EpochMs): Promise<StoredChat> {
      const present = await findPresentChat(context, profile)
      return present ?? inTransaction(context, now, (trx) => saveChat(trx, profile))
    },

    async findChat(id: string): Promise<StoredChat | undefined> {
      const row = await findRow(database.read, 'chats', { id })
      return row && toStoredChat(row, cipher)
    },

    async findChatByTelegramId(telegramId: string): Promise<StoredChat | undefined> {
      const row = await findByTelegramId(context, telegramId)
      return row && toStoredChat(row, cipher)
    },

    /** Notes that the operator is notified of the chat; false where that was noted before. */
    async markReported(id: string): Promise<boolean> {
      const marked = await database.write((sql) =>
        sql
          .updateTable('chats')
          .set({ is_reported: 1 })
          .where('id', '=', id)
          .where('is_reported', '=', 0)
          .returning('id')
          .executeTakeFirst(),
      )
      return marked !== undefined
    },

    /**
     * The bot is no longer in the chat. Closes the chat's requests, but leaves their messages in the chat unchanged.
     */
    leaveChat: transactional(context, leaveChat),

    /** A group became a supergroup. The bot can no longer edit the messages from before. */
    moveChat: (from: string, to: ChatProfile, now: EpochMs) =>
      inTransaction(context, now, (trx) => moveChat(trx, from, to)),
  }
}

/** Posts that members sent elsewhere are still updated, to show that the request is closed. */
async function leaveChat(trx: Transaction, telegramId: string): Promise<void> {
  const chat = await findByTelegramId(trx, telegramId)
  if (!chat) return
  await trx.lock(`chat:${chat.id}`)
  const { sql, now } = trx
  await sql
    .updateTable('chats')
    .set({ left_at: now })
    .where('id', '=', chat.id)
    .where('left_at', 'is', null)
    .execute()
  const open = await sql
    .selectFrom('requests')
    .select('code')
    .where('chat_id', '=', chat.id)
    .where('closed_at', 'is', null)
    .execute()
  await closeRequests(
    trx,
    open.map(({ code }) => code),
  )
  await dropChatPosts(sql, chat.id)
}

/**
 * Telegram reports a move twice, in the old group and in the new one. The second time there is nothing left to move.
 */
async function moveChat(trx: Transaction, from: string, to: ChatProfile): Promise<void> {
  await lockLookups(trx, to.telegramId)
  const old = await findByTelegramId(trx, from)
  const present = await findByTelegramId(trx, to.telegramId)
  if (!old || from === to.telegramId) {
    await saveChat(trx, to)
    return
  }
  const known = [old, present].filter((chat) => chat !== undefined)
  await trx.lock(...known.map(({ id }): LockName => `chat:${id}`).sort())
  await dropSentChatPosts(trx.sql, old.id)
  const survivor = present && present.created_at < old.created_at ? present : old
  if (present) await merge(trx, { old, present }, survivor)
  await updateChat(trx, survivor, to)
}

/** The new group was stored before the move was reported, so the data of both groups is merged into one row. */
async function merge(
  trx: Transaction,
  { old, present }: { old: ChatRow; present: ChatRow },
  survivor: ChatRow,
): Promise<void> {
  const { sql } = trx
  const away = survivor === old ? present : old
  await sql
    .updateTable('requests')
    .set({ chat_id: survivor.id })
    .where('chat_id', '=', away.id)
    .execute()
  await sql
    .insertInto('chat_requesters')
    .columns(['chat_id', 'user_id', 'asked_at'])
    .expression((query) =>
      query
        .selectFrom('chat_requesters')
        .select((row) => [row.val(survivor.id).as('chat_id'), 'user_id', 'asked_at'])
        .where('chat_id', '=', away.id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql
    .updateTable('joins')
    .set({ chat_id: survivor.id })
    .where('chat_id', '=', away.id)
    .execute()
  // A door that was set in the new group counts; without one, the former group's goes on.
  const isSet = (await findRow(sql, 'doors', { chat_id: present.id })) !== undefined
  const [kept, dropped] = isSet ? [present, old] : [old, present]
  await sql.deleteFrom('doors').where('chat_id', '=', dropped.id).execute()
  await sql
    .updateTable('doors')
    .set({ chat_id: survivor.id })
    .where('chat_id', '=', kept.id)
    .execute()
  await followDoor(trx, survivor.id)
  await sql.deleteFrom('chats').where('id', '=', away.id).execute()
}
