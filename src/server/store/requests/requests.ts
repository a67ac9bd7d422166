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
import type { Sql } from '../database/sql-database.ts'

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

type Draft = { code: string; userId: string; families: readonly Family[]; byAnybody: boolean }
type WantedDraft = Pick<Draft, 'userId' | 'families'>
type DraftTimes = { now: EpochMs; freshAfter: EpochMs; expiresAt: EpochMs }

export function createRequests(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Creates a request. It is closed from the start if the bot has left the chat.
     *
     * @throws {MemberGoneError}
     */
    createRequest: (request: NewRequest) =>
      inTransaction(context, request.now, (trx) => createRequest(trx, request)),

    findRequest: (code: string) => findRequest(context, code),

    /**
     * The member's inline draft that is not sent or answered yet, if it was made after `freshAfter` and is for the same
     * families.
     */
    async findDraft(
      draft: WantedDraft,
      times: Omit<DraftTimes, 'expiresAt'>,
    ): Promise<StoredRequest | undefined> {
      const known = await findDraft(database.read, draft, times)
      return known && unsealRequest(context, known)
    },

    /**
     * The same draft, or a new one with `code`.
     *
     * @throws {MemberGoneError}
     */
    draftRequest: (draft: Draft, times: DraftTimes): Promise<StoredRequest> =>
      inTransaction(context, times.now, async (trx) =>
        unsealRequest(trx, await keepDraft(trx, draft, times)),
      ),

    /** The member has sent the draft into a chat, so it is a request now. False when it is not theirs. */
    async sendDraft(
      { code, userId }: Pick<Draft, 'code' | 'userId'>,
      { now, expiresAt }: Omit<DraftTimes, 'freshAfter'>,
    ): Promise<boolean> {
      const own = await database.write(async (sql) => {
        await sql
          .updateTable('requests')
          .set({ is_draft: 0, created_at: now, expires_at: expiresAt })
          .where('code', '=', code)
          .where('created_by', '=', userId)
          .where('is_draft', '=', 1)
          .execute()
        return findRow(sql, 'requests', { code, created_by: userId })
      })
      return own !== undefined
    },
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

async function keepDraft(trx: Transaction, draft: Draft, times: DraftTimes): Promise<RequestRow> {
  await holdMember(trx, draft.userId)
  const known = await findDraft(trx.sql, draft, times)
  if (known) return known
  const row: RequestRow = {
    code: draft.code,
    key_id: null,
    created_by: draft.userId,
    chat_id: null,
    members_only: 0,
    by_anybody: draft.byAnybody ? 1 : 0,
    max_answers: null,
    is_draft: 1,
    families: joinFamilies(draft.families),
    created_at: times.now,
    expires_at: times.expiresAt,
    closed_at: null,
  }
  await trx.sql.insertInto('requests').values(row).execute()
  return row
}

function findDraft(
  sql: Sql,
  { userId, families }: WantedDraft,
  { now, freshAfter }: Omit<DraftTimes, 'expiresAt'>,
): Promise<RequestRow | undefined> {
  return sql
    .selectFrom('requests')
    .selectAll()
    .where('created_by', '=', userId)
    .where('is_draft', '=', 1)
    .where('families', '=', joinFamilies(families))
    .where('created_at', '>', freshAfter)
    .where('expires_at', '>', now)
    .where('closed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
