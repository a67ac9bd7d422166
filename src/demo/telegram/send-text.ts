import { setContact } from './contact.ts'
import { formatPlainText } from './formatted-text.ts'
import type { ChatMessage } from './snapshot.ts'
import { tellBot } from './tell-bot.ts'
import { mustBeIn } from './world-core.ts'
import type { Place, WorldCore } from './world-core.ts'

export type Post = Place & {
  text: string
  /** Id of a message of the same chat. @default none */
  replyTo?: number
}

/** A message from a person. */
export function sendText(core: WorldCore, post: Post): ChatMessage {
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
  tellBot(core, message, repliedTo)
  core.changed()
  return message
}
