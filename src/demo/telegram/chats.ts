import { firstChats } from './people.ts'
import type { WorldChat } from './snapshot.ts'

/** A chat besides those with the bot, as Telegram keeps it. */
export type Chat = WorldChat & {
  /** Whether the bot has ever been in it: of other chats it knows nothing. */
  isKnownToBot: boolean
  /** Accounts that were thrown out and may not come back. */
  banned: number[]
  /** Id under which a group went on as a supergroup; null while it has its own. */
  migratedTo: number | null
}

export type Role = 'creator' | 'administrator' | 'member' | 'left' | 'kicked'

export type Chats = {
  /** Those that people can use: without groups that went on under another id. */
  all(): readonly Chat[]
  find(chatId: number): Chat | undefined
  add(chat: Chat): void
  /** Whether the person can write there; a private chat with the bot has the person's id. */
  isIn(accountId: number, chatId: number): boolean
}

export function createChats(): Chats {
  const chats = new Map<number, Chat>(firstChats().map((chat) => [chat.id, getChat(chat)]))
  const all = () => [...chats.values()].filter(({ migratedTo }) => migratedTo === null)
  return {
    all,
    find: (chatId) => chats.get(chatId),
    add: (chat) => void chats.set(chat.id, chat),
    isIn: (accountId, chatId) =>
      chatId === accountId ||
      all().some((chat) => chat.id === chatId && chat.members.includes(accountId)),
  }
}

function getChat(chat: WorldChat): Chat {
  return { ...chat, isKnownToBot: chat.bot !== 'absent', banned: [], migratedTo: null }
}

export function getRole(chat: Chat, accountId: number): Role {
  if (chat.banned.includes(accountId)) return 'kicked'
  if (!chat.members.includes(accountId)) return 'left'
  if (!chat.administrators.includes(accountId)) return 'member'
  return chat.members[0] === accountId ? 'creator' : 'administrator'
}

/** A member who is thrown out of a supergroup is banned there; out of a basic group, just gone. */
export function getBotRole(chat: Chat): Exclude<Role, 'creator'> {
  if (chat.bot !== 'absent') return chat.bot
  return chat.kind === 'supergroup' && chat.isKnownToBot ? 'kicked' : 'left'
}

/** Whether the bot may let people in. */
export function canAdmit({ bot, botRights }: WorldChat): boolean {
  return bot === 'administrator' && botRights.canInviteUsers
}

export function toWorldChat({ id, kind, title, ...chat }: Chat): WorldChat {
  return {
    id,
    kind,
    title,
    members: [...chat.members],
    administrators: [...chat.administrators],
    bot: chat.bot,
    topics: [...chat.topics],
    formerId: chat.formerId,
    isByRequest: chat.isByRequest,
    isGuarded: chat.isGuarded,
    botRights: { ...chat.botRights },
    tags: [...chat.tags],
  }
}
