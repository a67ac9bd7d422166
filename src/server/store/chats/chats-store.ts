import type { SqlContext } from '../rows/transaction.ts'
import { createChatRequesters } from './chat-requesters.ts'
import { createChats } from './chats.ts'

/** Groups that have or had the bot, and their administrators who have used it. */
export function createChatsStore(context: SqlContext) {
  return {
    ...createChats(context),
    ...createChatRequesters(context),
  }
}
