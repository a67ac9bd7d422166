import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { SqlContext } from '../rows/transaction.ts'
import { type StoredJoin, unsealJoins } from './joins.ts'

type ChosenJoins = SelectQueryBuilder<Schema, 'joins', object>

export function createJoinLists(context: SqlContext) {
  async function list(choose: (query: ChosenJoins) => ChosenJoins): Promise<StoredJoin[]> {
    const rows = await choose(context.sql.selectFrom('joins')).selectAll().execute()
    return unsealJoins(context, rows)
  }

  return {
    /** Who waits for a decision, the longest first. */
    listWaitingJoins: (chatId: string, limit: number) =>
      list((joins) =>
        joins
          .where('chat_id', '=', chatId)
          .where('state', 'in', ['asked', 'queued'])
          .orderBy('asked_at')
          .orderBy('id')
          .limit(limit),
      ),

    /** Who was let in by what holds no longer, the latest first. */
    listEndedJoins: (chatId: string, limit: number) =>
      list((joins) =>
        joins
          .where('chat_id', '=', chatId)
          .where('state', '=', 'approved')
          .where('ended_at', 'is not', null)
          .orderBy('ended_at', 'desc')
          .orderBy('id')
          .limit(limit),
      ),

    /** Groups whose door the member's wallets opened, the latest first. */
    listOpenedDoors: (userId: string, limit: number) =>
      list((joins) =>
        joins
          .where('user_id', '=', userId)
          .where('state', '=', 'approved')
          .where('ended_at', 'is', null)
          .where('wallet_id', 'is not', null)
          .orderBy('decided_at', 'desc')
          .limit(limit),
      ),

    /** All requests of the member's, the first one first. */
    listJoins: (userId: string) =>
      list((joins) => joins.where('user_id', '=', userId).orderBy('asked_at')),
  }
}
