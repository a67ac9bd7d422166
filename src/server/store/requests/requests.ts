import type { Language } from '#shared/languages.ts'
import type { Family } from '#shared/wallet.ts'
import { presentChatId } from '../rows/chat-rows.ts'
import { holdMember } from '../rows/user-rows.ts'
import { randomId, inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import {
  findRequest,
  joinFamilies,
  unsealRequest,
  type RequestRow,
  type StoredRequest,
} from '../rows/request-rows.ts'
import { findRow } from '../database/find-row.ts'
import type { EpochMs } from '../database/stored.ts'
import { NEW_POST } from '../rows/mark-posts.ts'

export type NewRequest = Pick<
  StoredRequest,
  'code' | 'expiresAt' | 'chat' | 'membersOnly' | 'byAnybody' | 'maxAnswers'
> & {
  by: { keyId: string } | { userId: string }
  families: readonly Family[]
  now: EpochMs
  /** The message that the bot writes into the chat; null for none. */
  message: { language: Language; threadId: number | null } | null
}

export function createRequests(context: SqlContext) {
  const { database, cipher } = context
  return {
    /**
     * Creates a request. It is closed from the start if the bot has left the chat.
     *
     * @throws {MemberGoneError}
     */
    createRequest: (request: NewRequest) =>
      inTransaction(context, request.now, (trx) => createRequest(trx, request)),

    findRequest: (code: string) => findRequest({ sql: database.read, cipher }, code),
  }
}

async function createRequest(trx: Transaction, request: NewRequest): Promise<StoredRequest> {
  const { sql } = trx
  if ('userId' in request.by) await holdMember(trx, request.by.userId)
  const chatId = request.chat && (await presentChatId(trx, request.chat))
  const isLeft = chatId !== null && (await isChatLeft(trx, chatId))
  const row = toRow(request, { chatId, isLeft })
  await sql.insertInto('requests').values(row).execute()
  if (request.message && chatId !== null) {
    await insertPost(trx, { code: row.code, isLeft, ...request.message })
  }
  return unsealRequest(trx, row)
}

/** The bot may have been removed since the caller checked. Then the request is closed from the start. */
async function isChatLeft({ sql, lock }: Transaction, chatId: string): Promise<boolean> {
  await lock(`chat:${chatId}`)
  return (await findRow(sql, 'chats', { id: chatId }))?.left_at !== null
}

function toRow(
  request: NewRequest,
  { chatId, isLeft }: { chatId: string | null; isLeft: boolean },
): RequestRow {
  const { by, now } = request
  return {
    code: request.code,
    key_id: 'keyId' in by ? by.keyId : null,
    created_by: 'userId' in by ? by.userId : null,
    chat_id: chatId,
    members_only: request.membersOnly && chatId !== null ? 1 : 0,
    by_anybody: request.byAnybody ? 1 : 0,
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
