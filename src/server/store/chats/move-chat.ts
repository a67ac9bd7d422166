import type { LockName } from '../database/sql-database.ts'
import type { ChatProfile } from '../chat-store.ts'
import type { Store } from '../store.ts'
import { findByKey, type ChatRow } from './chat-rows.ts'
import { saveChat, updateChat } from './chats.ts'
import { dropSentChatPosts } from '../requests/mark-posts.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createMoveChat(context: SqlContext): Pick<Store, 'moveChat'> {
  return {
    moveChat: (from, to, now) => writeUnit(context, now, (unit) => moveChat(unit, from, to)),
  }
}

/** Telegram tells of it twice, in the old group and in the new one: the second time nothing is left to move. */
async function moveChat(unit: Unit, from: string, to: ChatProfile): Promise<void> {
  const { sql, cipher } = unit
  const old = await findByKey(sql, cipher.lookup(from))
  const present = await findByKey(sql, cipher.lookup(to.telegramId))
  if (!old || from === to.telegramId) {
    await saveChat(unit, to)
    return
  }
  const known = [old, present].filter((chat) => chat !== undefined)
  await unit.lock(...known.map(({ id }): LockName => `chat:${id}`).sort())
  await dropSentChatPosts(sql, old.id)
  const kept = present && present.created_at < old.created_at ? present : old
  if (present) await merge(unit, kept === old ? present : old, kept)
  await updateChat(unit, kept, to)
}

/** The new group was met before the move was heard of: what was kept for either is the one's. */
async function merge({ sql }: Unit, away: ChatRow, kept: ChatRow): Promise<void> {
  await sql
    .updateTable('requests')
    .set({ chat_id: kept.id })
    .where('chat_id', '=', away.id)
    .execute()
  await sql
    .insertInto('chat_askers')
    .columns(['chat_id', 'user_id', 'asked_at'])
    .expression((query) =>
      query
        .selectFrom('chat_askers')
        .select((row) => [row.val(kept.id).as('chat_id'), 'user_id', 'asked_at'])
        .where('chat_id', '=', away.id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql.deleteFrom('chats').where('id', '=', away.id).execute()
}
