import { sql as raw } from 'kysely'
import type { LockName, Sql } from '../database/sql-database.ts'
import type { Unit } from '../write-unit.ts'

/** Names in one statement: Postgres takes no more than 1,664 columns. */
const MAX_LOCKS = 500

/** A message that has still to say everything. */
export const NEW_POST = {
  thread_id: null,
  message_id: null,
  inline_key: null,
  inline_id: null,
  is_stale: 1,
  is_dropped: 0,
  free_at: 0,
  said_at: 0,
  tries: 0,
} as const

/** Until the unit ends, nobody counts what these requests' posts are to say. */
export async function lockRequests({ lock }: Unit, codes: readonly string[]): Promise<void> {
  const names = [...new Set(codes)].sort().map((code): LockName => `request:${code}`)
  for (let start = 0; start < names.length; start += MAX_LOCKS) {
    await lock(...names.slice(start, start + MAX_LOCKS))
  }
}

/**
 * What the requests' posts say is out of date. The requests' locks must be held: a leaser, who holds
 * them too, then either sees what changed or finds the post marked after it. Posts that are marked
 * already cost a look and no write.
 */
export async function markPosts({ sql, now }: Unit, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await sql
    .updateTable('request_posts')
    .set({
      is_stale: 1,
      edit_at: raw<number>`case when free_at > ${now} then free_at else ${now} end`,
    })
    .where('request_code', 'in', codes)
    .where('is_stale', '=', 0)
    .where('is_dropped', '=', 0)
    .execute()
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
