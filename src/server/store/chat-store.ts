import type { EpochMs } from './stored.ts'

/** What Telegram says of a group. */
export type ChatProfile = {
  /** Telegram's id: negative, decimal. */
  telegramId: string
  title: string
}

export type StoredChat = ChatProfile & {
  /** Ours. */
  id: string
  /** When the bot was removed, or the group ended; null while the bot is in it. */
  leftAt: EpochMs | null
}

/** Groups that the bot is in, and those of their administrators who have dealt with it. */
export interface ChatStore {
  /** Notes a group that the bot is in, under its present title. */
  saveChat(profile: ChatProfile, now: EpochMs): Promise<StoredChat>
  findChat(id: string): Promise<StoredChat | undefined>
  findChatByTelegramId(telegramId: string): Promise<StoredChat | undefined>
  /** A member had the bot do something in a chat, as one of its administrators. */
  noteRequester(requester: { chatId: string; userId: string }, now: EpochMs): Promise<void>
  forgetRequester(requester: { chatId: string; userId: string }): Promise<void>
  /** Chats that the bot is in and that the member was noted for, the latest first. */
  listRequesterChats(userId: string, limit: number): Promise<StoredChat[]>
  /** Whether the member was noted for a chat that the bot is in, or has made a request. */
  hasAsked(userId: string): Promise<boolean>
  /** The bot is no longer in the chat: its requests close, their messages are left alone. */
  leaveChat(telegramId: string, now: EpochMs): Promise<void>
  /** A group became a supergroup. Messages of before cannot be changed any more. */
  moveChat(from: string, to: ChatProfile, now: EpochMs): Promise<void>
}
