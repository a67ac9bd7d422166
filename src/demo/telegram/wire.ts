import type { Chat, ChatMember, Message, Update, User } from 'grammy/types'
import { GROUP } from './people.ts'
import type { Account, ChatMessage } from './snapshot.ts'

export type BotIdentity = {
  id: number
  username: string
  name: string
}

/** The objects of the world as the Bot API writes them. */
export type Wire = {
  bot(): User & { is_bot: true; username: string }
  user(account: Account): User & { is_bot: false }
  privateChat(account: Account): Chat.PrivateChat
  groupChat(): Chat.SupergroupChat
  member(user: User, status: 'creator' | 'member' | 'kicked'): ChatMember
  message(message: ChatMessage): Message.TextMessage & Update.NonChannel
}

export function createWire(
  bot: () => BotIdentity,
  findAccount: (id: number) => Account | undefined,
): Wire {
  const wire: Wire = {
    bot: () => ({ id: bot().id, is_bot: true, first_name: bot().name, username: bot().username }),
    user: (account) => ({
      id: account.id,
      is_bot: false,
      ...nameOf(account),
      language_code: account.languageCode,
    }),
    privateChat: (account) => ({ id: account.id, type: 'private', ...nameOf(account) }),
    groupChat: () => ({ id: GROUP.id, type: 'supergroup', title: GROUP.title }),
    member: memberOf,
    message(message) {
      const owner = findAccount(message.chatId)
      const sender = message.senderId === null ? undefined : findAccount(message.senderId)
      return {
        message_id: message.id,
        date: message.date,
        chat: owner === undefined ? wire.groupChat() : wire.privateChat(owner),
        from: sender === undefined ? wire.bot() : wire.user(sender),
        text: message.text,
        ...(message.editDate === null ? {} : { edit_date: message.editDate }),
        ...(message.entities.length === 0 ? {} : { entities: message.entities }),
        ...(message.keyboard.length === 0
          ? {}
          : { reply_markup: { inline_keyboard: message.keyboard } }),
      }
    },
  }
  return wire
}

function nameOf(account: Account): { first_name: string; last_name?: string; username?: string } {
  return {
    first_name: account.firstName,
    ...(account.lastName === null ? {} : { last_name: account.lastName }),
    ...(account.username === null ? {} : { username: account.username }),
  }
}

function memberOf(user: User, status: 'creator' | 'member' | 'kicked'): ChatMember {
  if (status === 'creator') return { status, user, is_anonymous: false }
  if (status === 'kicked') return { status, user, until_date: 0 }
  return { status, user }
}
