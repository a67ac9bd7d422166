import { holdMember } from '../members/users.ts'
import { randomId } from '../random-id.ts'
import type { NewRequest, StoredRequest } from '../request-store.ts'
import { findRequest, joinFamilies, openRequest, type RequestRow } from './request-rows.ts'
import { NEW_POST } from './mark-posts.ts'
import type { Store } from '../store.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

export function createRequests(
  context: SqlContext,
): Pick<
  Store,
  'createRequest' | 'findRequest' | 'countAnswers' | 'listGivenAnswers' | 'findAnswer'
> {
  const { database, cipher } = context
  return {
    createRequest: (request) =>
      inTransaction(context, request.now, (trx) => createRequest(trx, request)),

    findRequest: (code) => findRequest({ sql: database.read, cipher }, code),

    async countAnswers(code) {
      const { count } = await database.read
        .selectFrom('answers')
        .select((query) => query.fn.countAll<number>().as('count'))
        .where('request_code', '=', code)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    async listGivenAnswers(userId) {
      const rows = await database.read
        .selectFrom('answers')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('answered_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        requestCode: row.request_code,
        walletId: row.wallet_id,
        answeredAt: row.answered_at,
        withdrawnAt: row.withdrawn_at,
      }))
    },

    async findAnswer(code, userId) {
      const row = await database.read
        .selectFrom('answers')
        .select(['wallet_id', 'answered_at'])
        .where('request_code', '=', code)
        .where('user_id', '=', userId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      return row && { walletId: row.wallet_id, answeredAt: row.answered_at }
    },
  }
}

async function createRequest(trx: Transaction, request: NewRequest): Promise<StoredRequest> {
  const { sql } = trx
  if ('userId' in request.by) await holdMember(trx, request.by.userId)
  const isLeft = request.chatId !== null && (await isChatLeft(trx, request.chatId))
  const row = toRow(request, isLeft)
  await sql.insertInto('requests').values(row).execute()
  if (request.message && request.chatId !== null) {
    await insertPost(trx, { code: row.code, isLeft, ...request.message })
  }
  return openRequest(trx, row)
}

/** The bot may have been removed since the caller checked. Then the request is closed from the start. */
async function isChatLeft({ sql, lock }: Transaction, chatId: string): Promise<boolean> {
  await lock(`chat:${chatId}`)
  const chat = await sql
    .selectFrom('chats')
    .select('left_at')
    .where('id', '=', chatId)
    .executeTakeFirst()
  return chat?.left_at !== null
}

function toRow(request: NewRequest, isLeft: boolean): RequestRow {
  const { by, chatId, now } = request
  return {
    code: request.code,
    key_id: 'keyId' in by ? by.keyId : null,
    created_by: 'userId' in by ? by.userId : null,
    chat_id: chatId,
    members_only: request.membersOnly && chatId !== null ? 1 : 0,
    max_answers: request.maxAnswers,
    is_draft: 0,
    families: joinFamilies(request.families),
    created_at: now,
    expires_at: request.expiresAt,
    closed_at: isLeft ? now : null,
  }
}

type NewPost = { code: string; isLeft: boolean } & NonNullable<NewRequest['message']>

async function insertPost(
  { sql, now }: Transaction,
  { code, isLeft, language, threadId }: NewPost,
): Promise<void> {
  await sql
    .insertInto('request_posts')
    .values({
      ...NEW_POST,
      id: randomId(),
      request_code: code,
      thread_id: threadId,
      language,
      edit_at: isLeft ? null : now,
      is_dropped: isLeft ? 1 : 0,
    })
    .execute()
}
