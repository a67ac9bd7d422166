import type { ChatMessage, Entity, InlineKeyboard, ChatFile } from './snapshot.ts'

type NewMessage = {
  chatId: number
  /** @default null: the general topic, or no forum */
  threadId?: number | null
  senderId: number | null
  text: string
  entities: Entity[]
  /** @default null: no file */
  file?: ChatFile | null
  keyboard: InlineKeyboard
  /** @default false */
  isViaBot?: boolean
  /** @default null: not forwarded */
  forwardedFrom?: string | null
}
type MessageChange = Partial<Pick<ChatMessage, 'text' | 'entities' | 'keyboard'>>

/** All messages of all chats, oldest first. */
export type ChatLog = {
  all(): readonly ChatMessage[]
  find(chatId: number, messageId: number): ChatMessage | undefined
  add(message: NewMessage): ChatMessage
  /** The message as it now is; undefined when it does not exist. */
  change(chatId: number, messageId: number, change: MessageChange): ChatMessage | undefined
  remove(chatId: number, messageId: number): void
}

/** Ids up to this one belong to what was there before, such as the messages that topics are named after. */
const LAST_FORMER_ID = 100

export function createChatLog(now: () => number): ChatLog {
  const messages: ChatMessage[] = []
  let lastId = LAST_FORMER_ID

  function getIndex(chatId: number, messageId: number): number {
    return messages.findIndex((message) => message.chatId === chatId && message.id === messageId)
  }

  return {
    all: () => messages,
    find: (chatId, messageId) => messages[getIndex(chatId, messageId)],
    add(message) {
      lastId += 1
      const added = {
        threadId: null,
        file: null,
        isViaBot: false,
        forwardedFrom: null,
        ...message,
        id: lastId,
        date: seconds(now),
        editDate: null,
      }
      messages.push(added)
      return added
    },
    change(chatId, messageId, change) {
      const index = getIndex(chatId, messageId)
      const former = messages[index]
      if (former === undefined) return undefined
      const changed = { ...former, ...change, editDate: seconds(now) }
      messages[index] = changed
      return changed
    },
    remove(chatId, messageId) {
      const index = getIndex(chatId, messageId)
      if (index !== -1) messages.splice(index, 1)
    },
  }
}

function seconds(now: () => number): number {
  return Math.floor(now() / 1000)
}
