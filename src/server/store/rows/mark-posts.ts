import { sql as raw } from 'kysely'
import type { LockName, Sql } from '../database/sql-database.ts'
import type { Transaction } from './transaction.ts'

/** Most locks of one transaction, because Postgres has one table of a few thousand for all transactions. */
const MAX_LOCKS = 500
/** Most codes in one statement, because SQLite accepts at most 32,766 values. */
const MAX_CODES = 10_000

/** A post whose message is not written yet. */
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
 * Until the transaction ends, no other transaction reads the content for these requests' posts. If there are many
 * requests, this locks out everyone who reads any; an answer that is given at that moment may then still count.
 */
export async function lockRequests({ lock }: Transaction, codes: readonly string[]): Promise<void> {
  const names = [...new Set(codes)].sort().map((code): LockName => `request:${code}`)
  if (names.length === 0) return
  await (names.length > MAX_LOCKS ? lock('posts') : lock(...names))
}

/** Splits codes into parts that fit into one statement. */
export function* codesInParts(codes: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < codes.length; start += MAX_CODES) {
    yield codes.slice(start, start + MAX_CODES)
  }
}

/**
 * Marks the requests' posts as outdated. The requests' locks must be held. A leaser holds them too, so it either sees
 * the change or finds the post marked afterwards. A post that is already marked costs a read, but no write.
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

/** Stops writing and editing posts in the chat. */
export async function dropChatPosts(sql: Sql, chatId: string): Promise<void> {
  await postsInChat(sql, chatId).execute()
}

/** Stops editing the posts that were written into the chat. Unwritten posts can still be written. */
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
