import type { User } from 'grammy/types'
import type { ChatMessage } from './snapshot.ts'
import { mustFindAccount } from './world-core.ts'
import type { WorldCore } from './world-core.ts'

/** Hands the bot a message of a person if it may see it. @param repliedTo what the message answers */
export function notifyBot(core: WorldCore, message: ChatMessage, repliedTo?: ChatMessage): void {
  if (!isForBot(core, message, repliedTo)) return
  const written = core.wire.message(message)
  if (repliedTo === undefined) core.updates.push({ message: written })
  else {
    const reply_to_message = core.wire.message(repliedTo)
    core.updates.push({ message: { ...written, reply_to_message } })
  }
}

/** Privacy mode: https://core.telegram.org/bots/features#privacy-mode */
function isForBot(core: WorldCore, message: ChatMessage, repliedTo?: ChatMessage): boolean {
  if (core.accounts.has(message.chatId)) return true
  const role = core.chats.find(message.chatId)?.bot ?? 'absent'
  if (role !== 'member') return role === 'administrator'
  if (message.isViaBot || repliedTo?.senderId === core.botId) return true
  return addressesBot(core, message.text.toLowerCase())
}

function addressesBot(core: WorldCore, text: string): boolean {
  const mention = `@${core.options.botUsername}`.toLowerCase()
  const [first = ''] = text.split(/\s/)
  return text.includes(mention) || (first.startsWith('/') && !first.includes('@'))
}

type ServiceContent =
  | { write_access_allowed: { from_request: true } }
  | { new_chat_members: User[] }
  | { left_chat_member: User }
  | { new_chat_title: string }
  | { migrate_to_chat_id: number }
  | { migrate_from_chat_id: number }

type ServiceNotice = { accountId: number; chatId: number; text: string; content: ServiceContent }

/** A notice of the messenger, which every bot of the chat gets. */
export function addNotice(
  core: WorldCore,
  { accountId, chatId, text, content }: ServiceNotice,
): void {
  const notice = core.log.add({ chatId, senderId: null, text, entities: [], keyboard: [] })
  const chat = core.chats.find(chatId)
  if (chat !== undefined && chat.bot === 'absent') return
  core.updates.push({
    message: {
      message_id: notice.id,
      date: notice.date,
      chat: core.wire.chat(chatId),
      from: core.wire.user(mustFindAccount(core, accountId)),
      ...content,
    },
  })
}
