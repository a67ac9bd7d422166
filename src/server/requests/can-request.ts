import type { RequestsPolicy } from '../config/config.ts'
import type { StoredChat } from '../store/chats/chat-rows.ts'
import type { Membership, TelegramChats } from './telegram-chats.ts'

/** The operator's policy, and the means to apply it. */
export type RequestPolicy = {
  chats: Pick<TelegramChats, 'isAdministrator' | 'isMember'>
  /** Telegram ids of the members who may always make requests. */
  adminIds: ReadonlySet<string>
  requests: RequestsPolicy
}

/** Whether the account may make requests that are for no chat: by a link, or in inline mode. */
export function canRequestAnywhere(
  telegramId: string,
  { adminIds, requests }: Omit<RequestPolicy, 'chats'>,
): boolean {
  return requests === 'members' || adminIds.has(telegramId)
}

/** Whether the account may make requests for a chat that the bot is in. */
export async function canRequestIn(
  chat: Pick<StoredChat, 'telegramId'>,
  telegramId: string,
  { chats, adminIds, requests }: RequestPolicy,
): Promise<Membership> {
  if (adminIds.has(telegramId)) return 'yes'
  return requests === 'members'
    ? chats.isMember(chat, telegramId)
    : chats.isAdministrator(chat, telegramId)
}
