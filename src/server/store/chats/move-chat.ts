import type { LockName } from '../database/sql-database.ts'
import type { ChatProfile } from '../chat-store.ts'
import type { Store } from '../store.ts'
import { findByKey, type ChatRow } from './chat-rows.ts'
import { saveChat, updateChat } from './chats.ts'
import { dropSentChatPosts } from '../requests/mark-posts.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

export function createMoveChat(context: SqlContext): Pick<Store, 'moveChat'> {
  return {
    moveChat: (from, to, now) => inTransaction(context, now, (trx) => moveChat(trx, from, to)),
  }
}

/**
 * Telegram reports a move twice, in the old group and in the new one. The second time there is nothing left to move.
 */
async function moveChat(trx: Transaction, from: string, to: ChatProfile): Promise<void> {
  const { sql, cipher } = trx
  const old = await findByKey(sql, cipher.lookup(from))
  const present = await findByKey(sql, cipher.lookup(to.telegramId))
  if (!old || from === to.telegramId) {
    await saveChat(trx, to)
    return
  }
  const known = [old, present].filter((chat) => chat !== undefined)
  await trx.lock(...known.map(({ id }): LockName => `chat:${id}`).sort())
  await dropSentChatPosts(sql, old.id)
  const survivor = present && present.created_at < old.created_at ? present : old
  if (present) await merge(trx, survivor === old ? present : old, survivor)
  await updateChat(trx, survivor, to)
}

/** The new group was stored before the move was reported, so the data of both groups is merged into one row. */
async function merge({ sql }: Transaction, away: ChatRow, survivor: ChatRow): Promise<void> {
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
  await sql.deleteFrom('chats').where('id', '=', away.id).execute()
}
