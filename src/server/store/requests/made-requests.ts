import { sql as raw } from 'kysely'
import type {
  CountedRequest,
  MadeRequestRow,
  MessageState,
  NewRequest,
  RequestStore,
} from '../request-store.ts'
import type { Sql } from '../database/sql-database.ts'
import { closeRequests } from './close-requests.ts'
import { lockRequests, markPosts } from './mark-posts.ts'
import { findCounted, requestOpener, selectCounted, type RequestRow } from './request-rows.ts'
import type { Store } from '../store.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

type Extension = Parameters<RequestStore['extendRequest']>[0]

export function createMadeRequests(
  context: SqlContext,
): Pick<Store, 'findMadeRequest' | 'listMadeRequests' | 'closeRequest' | 'extendRequest'> {
  const reader = { sql: context.database.read, cipher: context.cipher }
  return {
    async findMadeRequest(code, userId) {
      const rows = await selectMade(reader.sql, userId).where('code', '=', code).execute()
      const [made] = await openMade(reader, rows)
      return made
    },

    async listMadeRequests(userId, limit) {
      const rows = await selectMade(reader.sql, userId)
        .where('is_draft', '=', 0)
        .orderBy('created_at', 'desc')
        .orderBy('code')
        .limit(limit)
        .execute()
      return openMade(reader, rows)
    },

    closeRequest: (code, by, now) =>
      inTransaction(context, now, async (trx) => {
        const made = await findMade(trx.sql, code, by)
        if (!made) return undefined
        await closeRequests(trx, [code])
        return findCounted(trx, code)
      }),

    extendRequest: (extension, now) =>
      inTransaction(context, now, (trx) => extendRequest(trx, extension)),
  }
}

async function extendRequest(
  trx: Transaction,
  { code, by, expiresAt }: Extension,
): Promise<CountedRequest | undefined> {
  if (!(await findMade(trx.sql, code, by))) return undefined
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

/** Finds the request if this key or member made it. */
function findMade(sql: Sql, code: string, by: NewRequest['by']) {
  const made = sql.selectFrom('requests').select('code').where('code', '=', code)
  return (
    'keyId' in by ? made.where('key_id', '=', by.keyId) : made.where('created_by', '=', by.userId)
  ).executeTakeFirst()
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

async function openMade(
  reader: Pick<Transaction, 'sql' | 'cipher'>,
  rows: readonly MadeRow[],
): Promise<MadeRequestRow[]> {
  const open = await requestOpener(reader, rows)
  return rows.map((row) => ({
    request: open(row),
    answered: row.answered,
    message: row.message,
  }))
}
