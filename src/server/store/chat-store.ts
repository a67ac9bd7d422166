import type { EpochMs } from './stored.ts'

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
}

/** Groups that have or had the bot, and their administrators who have used it. */
export interface ChatStore {
  /** Stores a group that the bot is in, with its current title. */
  saveChat(profile: ChatProfile, now: EpochMs): Promise<StoredChat>
  findChat(id: string): Promise<StoredChat | undefined>
  findChatByTelegramId(telegramId: string): Promise<StoredChat | undefined>
  /** Notes that a member used the bot in a chat as one of its administrators. */
  noteRequester(requester: { chatId: string; userId: string }, now: EpochMs): Promise<void>
  forgetRequester(requester: { chatId: string; userId: string }): Promise<void>
  /** Chats that have the bot and for which the member is noted, the latest first. */
  listRequesterChats(userId: string, limit: number): Promise<StoredChat[]>
  /** Whether the member is noted for a chat that has the bot, or has made a request. */
  hasAsked(userId: string): Promise<boolean>
  /** The bot is no longer in the chat. Closes the chat's requests, but leaves their messages in the chat unchanged. */
  leaveChat(telegramId: string, now: EpochMs): Promise<void>
  /** A group became a supergroup. The bot can no longer edit the messages from before. */
  moveChat(from: string, to: ChatProfile, now: EpochMs): Promise<void>
}
