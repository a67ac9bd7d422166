import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { findRow } from '../database/find-row.ts'
import { type FieldCipher, jsonUnsealer, sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs } from '../database/stored.ts'
import { lockLookups, randomId, type Transaction, type RowReader } from './transaction.ts'

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

const unsealProfile = jsonUnsealer(v.object({ telegramId: v.string(), title: v.string() }))

export function findByTelegramId(
  { sql, cipher }: RowReader,
  telegramId: string,
): Promise<ChatRow | undefined> {
  return sql
    .selectFrom('chats')
    .selectAll()
    .where('telegram_key', 'in', cipher.lookups(telegramId))
    .executeTakeFirst()
}

/** The columns for a chat's details from Telegram. */
function profileColumns(
  id: string,
  { telegramId, title }: ChatProfile,
  cipher: FieldCipher,
): Pick<ChatRow, 'telegram_key' | 'profile'> {
  return {
    telegram_key: cipher.lookup(telegramId),
    profile: sealJson({ telegramId, title }, placeOf('chats', 'profile', id), cipher),
  }
}

export function toStoredChat(row: ChatRow, cipher: FieldCipher): StoredChat {
  return {
    id: row.id,
    ...unsealProfile(row.profile, placeOf('chats', 'profile', row.id), cipher),
    leftAt: row.left_at,
    isReported: row.is_reported === 1,
  }
}

/** A chat that is stored with this title, and that the bot is in: there is nothing to save. */
export async function findPresentChat(
  reader: RowReader,
  { telegramId, title }: ChatProfile,
): Promise<StoredChat | undefined> {
  const row = await findByTelegramId(reader, telegramId)
  const chat = row && toStoredChat(row, reader.cipher)
  return chat?.title === title && chat.leftAt === null ? chat : undefined
}

/** Stores the chat with its current details, and notes that the bot is in it. */
export async function saveChat(trx: Transaction, profile: ChatProfile): Promise<StoredChat> {
  const { sql, cipher, now } = trx
  await lockLookups(trx, profile.telegramId)
  const known = await findByTelegramId(trx, profile.telegramId)
  if (known) return updateChat(trx, known, profile)
  const id = randomId()
  const columns = profileColumns(id, profile, cipher)
  const row: ChatRow = { ...columns, id, is_reported: 0, created_at: now, left_at: null }
  await sql.insertInto('chats').values(row).execute()
  return toStoredChat(row, cipher)
}

/**
 * Our id of a chat that was read before this transaction. A chat whose row was merged into that of its supergroup has
 * that one's; as a group, whose id is no longer known, it is stored again until Telegram reports the move once more.
 */
export async function presentChatId(trx: Transaction, chat: StoredChat): Promise<string> {
  const known = await findRow(trx.sql, 'chats', { id: chat.id })
  const row = known ?? (await findByTelegramId(trx, chat.telegramId))
  return row ? row.id : (await saveChat(trx, chat)).id
}

/** Updates a chat with its current details from Telegram, and notes that the bot is in it. */
export async function updateChat(
  { sql, cipher, lock }: Transaction,
  row: ChatRow,
  profile: ChatProfile,
): Promise<StoredChat> {
  await lock(`chat:${row.id}`)
  const change = { ...profileColumns(row.id, profile, cipher), left_at: null }
  await sql.updateTable('chats').set(change).where('id', '=', row.id).execute()
  return toStoredChat({ ...row, ...change }, cipher)
}
