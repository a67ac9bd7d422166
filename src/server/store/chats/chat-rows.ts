import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { FieldCipher, AssociatedData } from '../field-cipher.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../stored.ts'

/** A group's details from Telegram. */
export type ChatProfile = {
  /** Telegram's id: negative, decimal. */
  telegramId: string
  title: string
}

export type StoredChat = ChatProfile & {
  /** Our id, not Telegram's. */
  id: string
  /** When the bot was removed, or the group ended; null while the bot is in it. */
  leftAt: EpochMs | null
  /** Whether the operator was notified that the bot is in it. */
  isReported: boolean
}

export type ChatRow = Selectable<Schema['chats']>

const ProfileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ telegramId: v.string(), title: v.string() }),
)

export function findChatRow(sql: Sql, id: string): Promise<ChatRow | undefined> {
  return sql.selectFrom('chats').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByKey(sql: Sql, telegramKey: Uint8Array): Promise<ChatRow | undefined> {
  return sql
    .selectFrom('chats')
    .selectAll()
    .where('telegram_key', '=', telegramKey)
    .executeTakeFirst()
}

/** The columns for a chat's details from Telegram. */
export function profileColumns(
  id: string,
  { telegramId, title }: ChatProfile,
  cipher: FieldCipher,
): Pick<ChatRow, 'telegram_key' | 'profile'> {
  const json = Buffer.from(JSON.stringify({ telegramId, title }))
  return {
    telegram_key: cipher.lookup(telegramId),
    profile: cipher.seal(json, getProfileAad(id)),
  }
}

export function toStoredChat(row: ChatRow, cipher: FieldCipher): StoredChat {
  const json = cipher.open(row.profile, getProfileAad(row.id))
  return {
    id: row.id,
    ...v.parse(ProfileSchema, Buffer.from(json).toString()),
    leftAt: row.left_at,
    isReported: row.is_reported === 1,
  }
}

function getProfileAad(row: string): AssociatedData {
  return { table: 'chats', column: 'profile', row }
}
