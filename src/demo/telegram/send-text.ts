import { setContact } from './contact.ts'
import { formatPlainText } from './formatted-text.ts'
import type { ChatMessage } from './snapshot.ts'
import { notifyBot } from './notify-bot.ts'
import { mustBeIn } from './world-core.ts'
import type { ChatTarget, WorldCore } from './world-core.ts'

export type PostedText = ChatTarget & {
  text: string
  /** Id of a message of the same chat. @default none */
  replyTo?: number
}

/** A message from a person. */
export function sendText(core: WorldCore, post: PostedText): ChatMessage {
  mustBeIn(core, post)
  const { accountId, chatId, threadId = null } = post
  const repliedTo = post.replyTo === undefined ? undefined : core.log.find(chatId, post.replyTo)
  if (chatId === accountId) setContact(core, accountId, 'allowed')
  const message = core.log.add({
    chatId,
    threadId,
    senderId: accountId,
    ...formatPlainText(post.text),
    keyboard: [],
  })
  notifyBot(core, message, repliedTo)
  core.changed()
  return message
}
