import type { Store } from '../store.ts'
import { findByKey } from './chat-rows.ts'
import { closeRequests } from '../requests/close-requests.ts'
import { dropChatPosts } from '../requests/mark-posts.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createLeaveChat(context: SqlContext): Pick<Store, 'leaveChat'> {
  return {
    leaveChat: (telegramId, now) =>
      writeUnit(context, now, (unit) => leaveChat(unit, unit.cipher.lookup(telegramId))),
  }
}

/** What members sent elsewhere themselves does say that the request is closed. */
async function leaveChat(unit: Unit, telegramKey: Uint8Array): Promise<void> {
  const chat = await findByKey(unit.sql, telegramKey)
  if (!chat) return
  await unit.lock(`chat:${chat.id}`)
  const { sql, now } = unit
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
    unit,
    open.map(({ code }) => code),
  )
  await dropChatPosts(sql, chat.id)
}
