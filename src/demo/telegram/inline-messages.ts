import { randomBytes } from 'node:crypto'
import type { ChatMessage } from './snapshot.ts'

type MessageRef = Pick<ChatMessage, 'chatId'> & { messageId: number }

/** Messages that people sent through the bot, under the ids by which the bot edits them. */
export type InlineMessages = {
  add(message: ChatMessage): string
  find(inlineMessageId: string): MessageRef | undefined
  findId(message: ChatMessage): string | undefined
}

const ID_BYTES = 24

export function createInlineMessages(): InlineMessages {
  const places = new Map<string, MessageRef>()
  return {
    add(message) {
      const inlineMessageId = randomBytes(ID_BYTES).toString('base64url')
      places.set(inlineMessageId, { chatId: message.chatId, messageId: message.id })
      return inlineMessageId
    },
    find: (inlineMessageId) => places.get(inlineMessageId),
    findId: (message) =>
      [...places].find(
        ([, { chatId, messageId }]) => chatId === message.chatId && messageId === message.id,
      )?.[0],
  }
}
