import { sql as raw, type Selectable } from 'kysely'
import type { Language } from '#shared/languages.ts'
import { findRow } from '../database/find-row.ts'
import { type FieldCipher, sealText, unsealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import {
  randomId,
  inTransaction,
  lockLookups,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import { dropPost, lockRequests, NEW_POST } from '../rows/mark-posts.ts'
import {
  requestUnsealer,
  selectCounted,
  type StoredRequest,
  type CountedRequest,
} from '../rows/request-rows.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { StoredChat } from '../rows/chat-rows.ts'

/** Where a message about a request is, or must go. */
type PostLocation =
  /** Not written yet. `threadId`: topic of a forum. */
  | { kind: 'unsent'; chat: StoredChat; threadId: number | null }
  | { kind: 'chat'; chat: StoredChat; messageId: number }
  /** Sent by a member through inline mode. */
  | { kind: 'inline'; inlineMessageId: string }

/** A message of the bot about a request, with an outdated text. `tries` counts the leases before this one. */
export type DuePost = CountedRequest & {
  id: string
  location: PostLocation
  language: Language
  tries: number
}

type PostRow = Selectable<Schema['request_posts']>
type InlinePost = { requestCode: string; inlineMessageId: string; language: Language }
type Settled = { id: string; messageId?: number }
type SettleTimes = { now: EpochMs; pauseMs: number }

/** Posts: messages about requests, in which the bot updates the count of answers. */
export function createPosts(context: SqlContext) {
  const { database } = context
  return {
    /** Adds a message of inline mode that the bot may edit from now on. */
    addInlinePost: transactional(context, addInlinePost),

    /**
     * Posts that are due, each leased to one process until `leaseUntil`. That must be later than a try can last, by the
     * pause between two edits, because the post of a process that died is due again then. A change during the lease
     * makes the post due again after it is settled.
     */
    async leasePosts(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<DuePost[]> {
      // Usually there is none, and a read costs less than a transaction.
      const due = await duePosts(database.read, now).limit(1).executeTakeFirst()
      if (!due) return []
      return unsealLeased(
        context,
        await inTransaction(context, now, (trx) => lease(trx, leaseUntil, limit)),
      )
    },

    /** The message now has the text that was due at its lease. It is due again after `pauseMs` if that has changed. */
    async settlePost(post: Settled, times: SettleTimes): Promise<void> {
      await database.statement((sql) => settle(sql, post, times))
    },

    /** The post is tried again at `nextAt`. @param change counts it as tried so often before */
    async retryPost(id: string, nextAt: EpochMs, change: { tries?: number } = {}): Promise<void> {
      await database.statement((sql) => makeDue(sql, id, nextAt).set(change).execute())
    },

    /** The post's turn has not come yet, so this lease does not count as a try. */
    async deferPost(id: string, nextAt: EpochMs): Promise<void> {
      await database.statement((sql) =>
        makeDue(sql, id, nextAt)
          .set((query) => ({ tries: query('tries', '-', 1) }))
          .execute(),
      )
    },

    /** The message cannot be written, or can no longer be edited. The request stays as it is. */
    dropPost: (id: string) => database.statement((sql) => dropPost(sql, id)),
  }
}

function makeDue(sql: Sql, id: string, at: EpochMs) {
  return sql
    .updateTable('request_posts')
    .set({ is_stale: 1, edit_at: at, free_at: at })
    .where('id', '=', id)
    .where('is_dropped', '=', 0)
}

/** The text that it was sent with may already be outdated, so it is due immediately. */
async function addInlinePost(
  trx: Transaction,
  { requestCode, inlineMessageId, language }: InlinePost,
): Promise<void> {
  const { sql, cipher, now } = trx
  const request = await findRow(sql, 'requests', { code: requestCode })
  await lockLookups(trx, inlineMessageId)
  const known = await sql
    .selectFrom('request_posts')
    .select('id')
    .where('inline_key', 'in', cipher.lookups(inlineMessageId))
    .executeTakeFirst()
  if (!request || known) return
  const id = randomId()
  await sql
    .insertInto('request_posts')
    .values({
      ...NEW_POST,
      id,
      request_code: requestCode,
      inline_key: cipher.lookup(inlineMessageId),
      inline_id: sealText(inlineMessageId, placeOf('request_posts', 'inline_id', id), cipher),
      language,
      edit_at: now,
    })
    .onConflict((conflict) => conflict.column('inline_key').doNothing())
    .execute()
}

function duePosts(sql: Sql, now: EpochMs) {
  return sql
    .selectFrom('request_posts')
    .select(['id', 'request_code'])
    .where('edit_at', '<=', now)
    .orderBy('edit_at')
    .orderBy('id')
}

/** Posts with their requests' rows as they are under the requests' locks. */
type Leased = { posts: PostRow[]; requests: Awaited<ReturnType<typeof findRequests>> }

/** Leasers take turns, so that none chooses a post that another is about to take. */
async function lease(trx: Transaction, leaseUntil: EpochMs, limit: number): Promise<Leased> {
  const { sql, lock, now } = trx
  await lock('posts')
  const due = await duePosts(sql, now).limit(limit).execute()
  if (due.length === 0) return { posts: [], requests: [] }
  await lockRequests(
    trx,
    due.map(({ request_code }) => request_code),
  )
  const posts = await sql
    .updateTable('request_posts')
    .set((query) => ({
      is_stale: 0,
      edit_at: leaseUntil,
      free_at: leaseUntil,
      shown_at: now,
      tries: query('tries', '+', 1),
    }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('edit_at', '<=', now)
    .returningAll()
    .execute()
  return { posts, requests: await findRequests(sql, posts) }
}

async function findRequests(sql: Sql, posts: readonly PostRow[]) {
  const codes = [...new Set(posts.map(({ request_code }) => request_code))]
  if (codes.length === 0) return []
  return selectCounted(sql).where('code', 'in', codes).execute()
}

/** A post that cannot be unsealed (altered, or of a later version) does not block the others. */
async function unsealLeased(context: SqlContext, { posts, requests }: Leased): Promise<DuePost[]> {
  const unseal = await requestUnsealer(context, requests)
  const rows = new Map(requests.map((row) => [row.code, row]))
  const due: DuePost[] = []
  for (const post of posts) {
    try {
      const row = rows.get(post.request_code)
      if (row) due.push({ ...toDuePost(post, unseal(row), context.cipher), answered: row.answered })
    } catch {
      await context.database.statement((sql) => dropPost(sql, post.id))
    }
  }
  return due
}

function toDuePost(
  post: PostRow,
  request: StoredRequest,
  cipher: FieldCipher,
): Omit<DuePost, 'answered'> {
  return {
    id: post.id,
    request,
    location: getPlace(post, request, cipher),
    language: post.language,
    tries: post.tries - 1,
  }
}

function getPlace(post: PostRow, { chat }: StoredRequest, cipher: FieldCipher): PostLocation {
  if (post.inline_id !== null) {
    const place = placeOf('request_posts', 'inline_id', post.id)
    return { kind: 'inline', inlineMessageId: unsealText(post.inline_id, place, cipher) }
  }
  if (!chat) throw new TypeError('a message in a chat belongs to a request for that chat')
  return post.message_id === null
    ? { kind: 'unsent', chat, threadId: post.thread_id }
    : { kind: 'chat', chat, messageId: post.message_id }
}

/**
 * A post that was marked since the lease is due after the pause. If the request had not ended at the lease, the post is
 * due once more when it ends.
 */
function settle(sql: Sql, { id, messageId }: Settled, { now, pauseMs }: SettleTimes) {
  const free = now + pauseMs
  const atItsEnd = raw`(select case when expires_at > ${free} then expires_at else ${free} end
    from requests
    where code = request_code and closed_at is null and expires_at > shown_at)`
  return sql
    .updateTable('request_posts')
    .set({
      free_at: free,
      edit_at: raw<number | null>`case
        when is_dropped = 1 then null
        when is_stale = 1 then ${free}
        else ${atItsEnd} end`,
      tries: 0,
      ...(messageId === undefined ? {} : { message_id: messageId }),
    })
    .where('id', '=', id)
    .execute()
}
