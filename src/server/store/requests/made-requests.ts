import { sql as raw } from 'kysely'
import type { Sql } from '../database/sql-database.ts'
import { closeRequests } from '../rows/close-requests.ts'
import { lockRequests, markPosts } from '../rows/mark-posts.ts'
import {
  findCounted,
  requestUnsealer,
  selectCounted,
  type RequestRow,
  type CountedRequest,
} from '../rows/request-rows.ts'
import {
  inTransaction,
  type SqlContext,
  type Transaction,
  type RowReader,
  transactional,
} from '../rows/transaction.ts'
import type { EpochMs } from '../database/stored.ts'

/** State of the bot's message about a request. `left`: the bot can no longer edit it. */
type MessageState = 'none' | 'waiting' | 'sent' | 'left' | 'refused'

/** A request as its maker sees it. */
export type MadeRequestRow = CountedRequest & { message: MessageState }

/** Who changes a request: its maker, or the operator, who may change every one. */
type Changer = { userId: string } | 'operator'

type Extension = { code: string; by: Changer; expiresAt: EpochMs }

export function createMadeRequests(context: SqlContext) {
  return {
    /** A request that this member made, with its count and message. */
    async findMadeRequest(code: string, userId: string): Promise<MadeRequestRow | undefined> {
      const rows = await selectMade(context.sql, userId).where('code', '=', code).execute()
      const [made] = await unsealMade(context, rows)
      return made
    },

    /** The newest first. Unsent inline drafts are left out. */
    async listMadeRequests(userId: string, limit: number): Promise<MadeRequestRow[]> {
      const rows = await selectMade(context.sql, userId)
        .where('is_draft', '=', 0)
        .orderBy('created_at', 'desc')
        .orderBy('code')
        .limit(limit)
        .execute()
      return unsealMade(context, rows)
    },

    /**
     * Closes it permanently and updates its messages; undefined when it is not this maker's. Closing twice changes
     * nothing.
     */
    closeRequest: (code: string, by: Changer, now: EpochMs): Promise<CountedRequest | undefined> =>
      inTransaction(context, now, async (trx) => {
        const made = await findChangeable(trx.sql, code, by)
        if (!made) return undefined
        await closeRequests(trx, [code])
        return findCounted(trx, code)
      }),

    /** A closed one stays closed. */
    extendRequest: transactional(context, extendRequest),
  }
}

async function extendRequest(
  trx: Transaction,
  { code, by, expiresAt }: Extension,
): Promise<CountedRequest | undefined> {
  if (!(await findChangeable(trx.sql, code, by))) return undefined
  await lockRequests(trx, [code])
  const extended = await trx.sql
    .updateTable('requests')
    .set({ expires_at: expiresAt })
    .where('code', '=', code)
    .where('closed_at', 'is', null)
    .where('expires_at', '!=', expiresAt)
    .returning('code')
    .executeTakeFirst()
  if (extended) await markPosts(trx, [code])
  return findCounted(trx, code)
}

function findChangeable(sql: Sql, code: string, by: Changer) {
  const known = sql.selectFrom('requests').select('code').where('code', '=', code)
  const own = by === 'operator' ? known : known.where('created_by', '=', by.userId)
  return own.executeTakeFirst()
}

type MadeRow = RequestRow & { answered: number; message: MessageState }

function selectMade(sql: Sql, userId: string) {
  return selectCounted(sql).select(MESSAGE.as('message')).where('created_by', '=', userId)
}

/** State of the message that the bot itself writes. */
const MESSAGE = raw<MessageState>`coalesce((select case
  when message_id is not null and is_dropped = 1 then 'left'
  when message_id is not null then 'sent'
  when is_dropped = 1 then 'refused'
  else 'waiting' end
  from request_posts
  where request_posts.request_code = requests.code and inline_id is null), 'none')`

async function unsealMade(reader: RowReader, rows: readonly MadeRow[]): Promise<MadeRequestRow[]> {
  const unseal = await requestUnsealer(reader, rows)
  return rows.map((row) => ({
    request: unseal(row),
    answered: row.answered,
    message: row.message,
  }))
}
