import type { ChatProfile, StoredChat } from '../chat-store.ts'
import { randomId } from '../random-id.ts'
import type { Store } from '../store.ts'
import { findByKey, findChatRow, profileColumns, toStoredChat, type ChatRow } from './chat-rows.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

export function createChats(
  context: SqlContext,
): Pick<Store, 'saveChat' | 'findChat' | 'findChatByTelegramId'> {
  const { database, cipher } = context
  return {
    async saveChat(profile, now) {
      const row = await findByKey(database.read, cipher.lookup(profile.telegramId))
      const known = row && toStoredChat(row, cipher)
      return known && isPresent(known, profile)
        ? known
        : inTransaction(context, now, (trx) => saveChat(trx, profile))
    },

    async findChat(id) {
      const row = await findChatRow(database.read, id)
      return row && toStoredChat(row, cipher)
    },

    async findChatByTelegramId(telegramId) {
      const row = await findByKey(database.read, cipher.lookup(telegramId))
      return row && toStoredChat(row, cipher)
    },
  }
}

/** Whether the chat is already stored with this title, and the bot is in it. */
function isPresent(chat: StoredChat, { title }: ChatProfile): boolean {
  return chat.title === title && chat.leftAt === null
}

export async function saveChat(trx: Transaction, profile: ChatProfile): Promise<StoredChat> {
  const { sql, cipher, now } = trx
  const known = await findByKey(sql, cipher.lookup(profile.telegramId))
  if (known) return updateChat(trx, known, profile)
  const id = randomId()
  const row = { ...profileColumns(id, profile, cipher), id, created_at: now, left_at: null }
  await sql.insertInto('chats').values(row).execute()
  return toStoredChat(row, cipher)
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
