import { sql as raw } from 'kysely'
import type { LockName, Sql } from '../database/sql-database.ts'
import type { Transaction } from '../transaction.ts'

/** Locks of one transaction: Postgres keeps everybody's in one table of some thousands. */
const MAX_LOCKS = 500
/** Codes in one statement: SQLite takes no more than 32,766 values. */
const MAX_CODES = 10_000

/** A message that has still to say everything. */
export const NEW_POST = {
  thread_id: null,
  message_id: null,
  inline_key: null,
  inline_id: null,
  is_stale: 1,
  is_dropped: 0,
  free_at: 0,
  shown_at: 0,
  tries: 0,
} as const

/**
 * Until the transaction ends, nobody counts what these requests' posts are to say. Where they are many, whoever counts any is kept
 * out; an answer that is given in that very moment may then still count.
 */
export async function lockRequests({ lock }: Transaction, codes: readonly string[]): Promise<void> {
  const names = [...new Set(codes)].sort().map((code): LockName => `request:${code}`)
  if (names.length === 0) return
  await (names.length > MAX_LOCKS ? lock('posts') : lock(...names))
}

/** Codes, as many at a time as one statement takes. */
export function* codesInParts(codes: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < codes.length; start += MAX_CODES) {
    yield codes.slice(start, start + MAX_CODES)
  }
}

/**
 * What the requests' posts say is out of date. The requests' locks must be held: a leaser, who holds
 * them too, then either sees what changed or finds the post marked after it. Posts that are marked
 * already cost a look and no write.
 */
export async function markPosts(
  { sql, now }: Transaction,
  codes: readonly string[],
): Promise<void> {
  for (const part of codesInParts(codes)) {
    await sql
      .updateTable('request_posts')
      .set({
        is_stale: 1,
        edit_at: raw<number>`case when free_at > ${now} then free_at else ${now} end`,
      })
      .where('request_code', 'in', part)
      .where('is_stale', '=', 0)
      .where('is_dropped', '=', 0)
      .execute()
  }
}

const DROPPED = { is_dropped: 1, is_stale: 0, edit_at: null } as const

/** Nothing in the chat is written or changed any more. */
export async function dropChatPosts(sql: Sql, chatId: string): Promise<void> {
  await postsInChat(sql, chatId).execute()
}

/** What was written into the chat is changed no more; what was not can be. */
export async function dropSentChatPosts(sql: Sql, chatId: string): Promise<void> {
  await postsInChat(sql, chatId).where('message_id', 'is not', null).execute()
}

export async function dropPost(sql: Sql, id: string): Promise<void> {
  await sql.updateTable('request_posts').set(DROPPED).where('id', '=', id).execute()
}

function postsInChat(sql: Sql, chatId: string) {
  return sql
    .updateTable('request_posts')
    .set(DROPPED)
    .where('inline_id', 'is', null)
    .where('request_code', 'in', (query) =>
      query.selectFrom('requests').select('code').where('chat_id', '=', chatId),
    )
}
