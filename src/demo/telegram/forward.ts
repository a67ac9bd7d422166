import { setContact } from './contact.ts'
import type { ChatMessage, InlineKeyboard } from './snapshot.ts'
import { notifyBot } from './notify-bot.ts'
import { mustBeIn } from './world-core.ts'
import type { WorldCore } from './world-core.ts'

export type Forwarding = {
  accountId: number
  chatId: number
  messageId: number
  toChatId: number
}

/** Service messages cannot be forwarded. */
export function mayForward(
  { log }: Pick<WorldCore, 'log'>,
  { chatId, messageId }: Forwarding,
): boolean {
  const senderId = log.find(chatId, messageId)?.senderId ?? null
  return senderId !== null
}

export function forward(core: WorldCore, forwarding: Forwarding): ChatMessage {
  const { accountId, chatId, messageId, toChatId } = forwarding
  mustBeIn(core, { accountId, chatId })
  mustBeIn(core, { accountId, chatId: toChatId })
  const original = core.log.find(chatId, messageId)
  if (original === undefined || !mayForward(core, forwarding)) throw new Error('Nothing to forward')
  if (toChatId === accountId) setContact(core, accountId, 'allowed')
  const message = core.log.add({
    chatId: toChatId,
    senderId: accountId,
    text: original.text,
    entities: original.entities,
    file: original.file,
    keyboard: getKeyboard(original),
    isViaBot: original.isViaBot,
    forwardedFrom: original.forwardedFrom ?? findSenderName(core, original.senderId),
  })
  notifyBot(core, message)
  core.changed()
  return message
}

/** Buttons survive together or not at all: links do, and queries to the bot through which the message was sent. */
function getKeyboard({ keyboard, isViaBot }: ChatMessage): InlineKeyboard {
  const survives = keyboard
    .flat()
    .every(
      (button) =>
        'url' in button ||
        (isViaBot &&
          ('switch_inline_query' in button || 'switch_inline_query_current_chat' in button)),
    )
  return survives ? keyboard : []
}

function findSenderName(core: WorldCore, senderId: number | null): string {
  const account = senderId === null ? undefined : core.accounts.get(senderId)
  if (account === undefined) return core.wire.bot().first_name
  return [account.firstName, account.lastName].filter(Boolean).join(' ')
}
