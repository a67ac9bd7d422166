import type { CallbackAnswer } from './callback-queries.ts'
import { chatInstance } from './launch-url.ts'
import type { ChatMessage } from './snapshot.ts'
import { mustFindAccount } from './world-core.ts'
import type { WorldCore } from './world-core.ts'

export type PressedButton = { accountId: number; chatId: number; messageId: number; data: string }

/** Presses a callback button; settles when the bot answers, at the latest after 10 s. */
export function pressButton(core: WorldCore, press: PressedButton): Promise<CallbackAnswer> {
  const message = core.log.find(press.chatId, press.messageId)
  if (message === undefined) return Promise.resolve({ kind: 'unanswered' })
  const query = core.callbacks.open()
  core.updates.push({
    callback_query: {
      id: query.id,
      from: core.wire.user(mustFindAccount(core, press.accountId)),
      ...getPlace(core, message),
      chat_instance: chatInstance(press.chatId),
      data: press.data,
    },
  })
  return query.answer
}

/** Of a message that a person sent through it, the bot learns only an id. */
function getPlace(core: WorldCore, message: ChatMessage) {
  const inlineMessageId = core.inlineMessages.findId(message)
  return inlineMessageId === undefined
    ? { message: core.wire.message(message) }
    : { inline_message_id: inlineMessageId }
}
