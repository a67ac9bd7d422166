import type { Store } from '../store.ts'
import { findByKey } from './chat-rows.ts'
import { closeRequests } from '../requests/close-requests.ts'
import { dropChatPosts } from '../requests/mark-posts.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

export function createLeaveChat(context: SqlContext): Pick<Store, 'leaveChat'> {
  return {
    leaveChat: (telegramId, now) =>
      inTransaction(context, now, (trx) => leaveChat(trx, trx.cipher.lookup(telegramId))),
  }
}

/** Posts that members sent elsewhere are still updated, to show that the request is closed. */
async function leaveChat(trx: Transaction, telegramKey: Uint8Array): Promise<void> {
  const chat = await findByKey(trx.sql, telegramKey)
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
