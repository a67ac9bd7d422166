import { setContact } from './contact.ts'
import type { ChosenResult } from './inline-queries.ts'
import type { ChatMessage } from './snapshot.ts'
import { notifyBot } from './notify-bot.ts'
import { mustBeIn, mustFindAccount } from './world-core.ts'
import type { ChatTarget, WorldCore } from './world-core.ts'

/** A message that the bot has made and a person sends. Only one with buttons can be edited by the bot later. */
export function sendViaBot(
  core: WorldCore,
  place: ChatTarget,
  { query, result }: ChosenResult,
): ChatMessage {
  mustBeIn(core, place)
  const { accountId, chatId, threadId = null } = place
  if (chatId === accountId) setContact(core, accountId, 'allowed')
  const { text, entities, keyboard } = result
  const message = core.log.add({
    chatId,
    threadId,
    senderId: accountId,
    text,
    entities,
    keyboard,
    isViaBot: true,
  })
  const inlineMessageId = keyboard.length === 0 ? null : core.inlineMessages.add(message)
  notifyBot(core, message)
  if (core.options.inlineMode === undefined || core.options.inlineMode === 'with-feedback') {
    core.updates.push({
      chosen_inline_result: {
        result_id: result.id,
        from: core.wire.user(mustFindAccount(core, accountId)),
        query,
        ...(inlineMessageId === null ? {} : { inline_message_id: inlineMessageId }),
      },
    })
  }
  core.changed()
  return message
}
