import type { Sql } from '../database/sql-database.ts'
import { holdMember } from '../rows/user-rows.ts'
import { toStoredChat, type StoredChat, presentChatId } from '../rows/chat-rows.ts'
import { inTransaction, type SqlContext } from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

export function createChatRequesters(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** Notes that a member used the bot in a chat as one of its administrators. */
    noteRequester: (
      { chat, userId }: { chat: StoredChat; userId: string },
      now: EpochMs,
    ): Promise<void> =>
      inTransaction(context, now, async (trx) => {
        await holdMember(trx, userId)
        await trx.sql
          .insertInto('chat_requesters')
          .values({ chat_id: await presentChatId(trx, chat), user_id: userId, asked_at: now })
          .onConflict((conflict) =>
            conflict.columns(['chat_id', 'user_id']).doUpdateSet({ asked_at: now }),
          )
          .execute()
      }),

    /** Whether the account is noted. Both ids are Telegram's. */
    async isRequester({ chat, member }: { chat: string; member: string }): Promise<boolean> {
      const noted = await database.read
        .selectFrom('chat_requesters')
        .innerJoin('chats', 'chats.id', 'chat_requesters.chat_id')
        .innerJoin('users', 'users.id', 'chat_requesters.user_id')
        .select('chat_id')
        .where('chats.telegram_key', 'in', cipher.lookups(chat))
        .where('users.telegram_key', 'in', cipher.lookups(member))
        .executeTakeFirst()
      return noted !== undefined
    },

    async forgetRequester({ chatId, userId }: { chatId: string; userId: string }): Promise<void> {
      await database.write((sql) =>
        sql
          .deleteFrom('chat_requesters')
          .where('chat_id', '=', chatId)
          .where('user_id', '=', userId)
          .execute(),
      )
    },

    /** Chats that have the bot and for which the member is noted, the latest first. */
    async listRequesterChats(userId: string, limit: number): Promise<StoredChat[]> {
      const rows = await database.read
        .selectFrom('chat_requesters')
        .innerJoin('chats', 'chats.id', 'chat_requesters.chat_id')
        .selectAll('chats')
        .where('user_id', '=', userId)
        .where('left_at', 'is', null)
        .orderBy('asked_at', 'desc')
        .orderBy('chats.id')
        .limit(limit)
        .execute()
      return rows.map((row) => toStoredChat(row, cipher))
    },

    /** Whether the member is noted for a chat that has the bot, or has made a request. */
    hasAsked: (userId: string) => hasAsked(database.read, userId),
  }
}

/** Two separate queries, so that each uses its own index. */
async function hasAsked(sql: Sql, userId: string): Promise<boolean> {
  const chats = sql
    .selectFrom('chat_requesters')
    .innerJoin('chats', 'chats.id', 'chat_requesters.chat_id')
    .select('chat_id')
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
  const requests = sql
    .selectFrom('requests')
    .select('code')
    .where('created_by', '=', userId)
    .where('is_draft', '=', 0)
  const requester = await sql
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((query) => query.or([query.exists(chats), query.exists(requests)]))
    .executeTakeFirst()
  return requester !== undefined
}
