import type { Chat, ChatMember, Message, Update, User } from 'grammy/types'
import type { Chats, Role } from './chats.ts'
import { GROUP } from './people.ts'
import type { TelegramAccount, ChatMessage, WorldChat } from './snapshot.ts'

type BotIdentity = {
  id: number
  username: string
  name: string
}

/** Whom and what the wire names. */
export type WireSources = {
  bot: () => BotIdentity
  account: (id: number) => TelegramAccount | undefined
  chats: Chats
}

/** The objects of the world as the Bot API writes them. */
export type BotWire = {
  bot(): User & { is_bot: true; username: string }
  user(account: TelegramAccount): User & { is_bot: false }
  privateChat(account: TelegramAccount): Chat.PrivateChat
  /** @param chatId defaults to the first group; throws for what is no group */
  groupChat(chatId?: number): Chat.GroupChat | Chat.SupergroupChat
  /** Throws for a chat that no bot can be in. */
  chat(chatId: number): Chat.PrivateChat | Chat.GroupChat | Chat.SupergroupChat
  /** @param chat whose tags and rights of the bot count. @default none, and all rights */
  member(user: User, role: Role, chat?: WorldChat): ChatMember
  message(message: ChatMessage): (Message.TextMessage | Message.DocumentMessage) & Update.NonChannel
}

export function createWire({ bot, account, chats }: WireSources): BotWire {
  const wire: BotWire = {
    bot: () => ({ id: bot().id, is_bot: true, first_name: bot().name, username: bot().username }),
    user: (account) => ({
      id: account.id,
      is_bot: false,
      ...getWireName(account),
      language_code: account.languageCode,
    }),
    privateChat: (account) => ({ id: account.id, type: 'private', ...getWireName(account) }),
    groupChat: (chatId = GROUP.id) => getGroupChat(chats, chatId),
    chat(chatId) {
      const owner = account(chatId)
      return owner === undefined ? getGroupChat(chats, chatId) : wire.privateChat(owner)
    },
    member: getMember,
    message(message) {
      const sender = message.senderId === null ? undefined : account(message.senderId)
      return {
        message_id: message.id,
        date: message.date,
        chat: wire.chat(message.chatId),
        from: sender === undefined ? wire.bot() : wire.user(sender),
        ...getContent(message),
        ...getOrigin(message),
        ...(message.isViaBot ? { via_bot: wire.bot() } : {}),
        ...(message.editDate === null ? {} : { edit_date: message.editDate }),
        ...(message.keyboard.length === 0
          ? {}
          : { reply_markup: { inline_keyboard: message.keyboard } }),
      }
    },
  }
  return wire
}

/** A text, or a file with its caption. */
function getContent({ id, text, entities, file }: ChatMessage) {
  if (file === null) return { text, ...(entities.length === 0 ? {} : { entities }) }
  const document = {
    file_id: `file-${id}`,
    file_unique_id: `unique-${id}`,
    file_name: file.name,
    mime_type: file.type,
    file_size: file.size,
  }
  const caption_entities = entities.length === 0 ? {} : { caption_entities: entities }
  return { document, ...(text !== '' && { caption: text, ...caption_entities }) }
}

function getGroupChat(chats: Chats, chatId: number): Chat.GroupChat | Chat.SupergroupChat {
  const chat = chats.find(chatId)
  if (chat === undefined || chat.kind === 'direct') throw new Error(`No group ${chatId}`)
  const { id, kind, title, topics } = chat
  if (kind === 'group') return { id, type: kind, title }
  return { id, type: kind, title, ...(topics.length === 0 ? {} : { is_forum: true }) }
}

/** In which topic a message stands, and from where it was forwarded. */
function getOrigin({ threadId, forwardedFrom, date }: ChatMessage) {
  return {
    ...(threadId === null ? {} : { message_thread_id: threadId, is_topic_message: true as const }),
    ...(forwardedFrom === null
      ? {}
      : {
          forward_origin: {
            type: 'hidden_user' as const,
            sender_user_name: forwardedFrom,
            date,
          },
        }),
  }
}

function getWireName(account: TelegramAccount): {
  first_name: string
  last_name?: string
  username?: string
} {
  return {
    first_name: account.firstName,
    ...(account.lastName === null ? {} : { last_name: account.lastName }),
    ...(account.username === null ? {} : { username: account.username }),
  }
}

function getMember(user: User, status: Role, chat?: WorldChat): ChatMember {
  switch (status) {
    case 'creator':
      return { status, user, is_anonymous: false }
    case 'administrator':
      return { status, user, ...RIGHTS, ...(user.is_bot && chat && getBotRights(chat)) }
    case 'kicked':
      return { status, user, until_date: 0 }
    case 'left':
      return { status, user }
    case 'member': {
      const tag = chat?.tags.find(({ accountId }) => accountId === user.id)?.text
      return { status, user, ...(tag !== undefined && { tag }) }
    }
  }
}

function getBotRights({ botRights: { canInviteUsers, canManageTags } }: WorldChat) {
  return { can_invite_users: canInviteUsers, can_manage_tags: canManageTags }
}

/** What an administrator may do, unless somebody chooses otherwise. */
const RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_manage_tags: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_send_welcome_messages: false,
} as const
