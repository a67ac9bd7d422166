import type { Sql } from '../database/sql-database.ts'
import { holdMember } from '../members/users.ts'
import type { Store } from '../store.ts'
import { toStoredChat } from './chat-rows.ts'
import { writeUnit, type SqlContext } from '../write-unit.ts'

export function createChatAskers(
  context: SqlContext,
): Pick<Store, 'noteAsker' | 'forgetAsker' | 'listChatsOf' | 'hasAsked'> {
  const { database, cipher } = context
  return {
    noteAsker: ({ chatId, userId }, now) =>
      writeUnit(context, now, async (unit) => {
        await holdMember(unit, userId)
        await unit.sql
          .insertInto('chat_askers')
          .values({ chat_id: chatId, user_id: userId, asked_at: now })
          .onConflict((conflict) =>
            conflict.columns(['chat_id', 'user_id']).doUpdateSet({ asked_at: now }),
          )
          .execute()
      }),

    async forgetAsker({ chatId, userId }) {
      await database.write((sql) =>
        sql
          .deleteFrom('chat_askers')
          .where('chat_id', '=', chatId)
          .where('user_id', '=', userId)
          .execute(),
      )
    },

    async listChatsOf(userId, limit) {
      const rows = await database.read
        .selectFrom('chat_askers')
        .innerJoin('chats', 'chats.id', 'chat_askers.chat_id')
        .selectAll('chats')
        .where('user_id', '=', userId)
        .where('left_at', 'is', null)
        .orderBy('asked_at', 'desc')
        .orderBy('chats.id')
        .limit(limit)
        .execute()
      return rows.map((row) => toStoredChat(row, cipher))
    },

    hasAsked: (userId) => hasAsked(database.read, userId),
  }
}

/** Each half looks into an index of its own. */
async function hasAsked(sql: Sql, userId: string): Promise<boolean> {
  const chats = sql
    .selectFrom('chat_askers')
    .innerJoin('chats', 'chats.id', 'chat_askers.chat_id')
    .select('chat_id')
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
  const requests = sql
    .selectFrom('requests')
    .select('code')
    .where('created_by', '=', userId)
    .where('is_draft', '=', 0)
  const asker = await sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((query) => query.or([query.exists(chats), query.exists(requests)]))
    .executeTakeFirst()
  return asker !== undefined
}
