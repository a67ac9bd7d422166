import type { Message } from 'grammy/types'
import type { BotContext } from './bot-context.ts'
import { GROUP_COMMANDS, PRIVATE_COMMANDS } from './messages/messages.ts'

/** Every command that the bot answers. */
const COMMANDS = ['start', ...PRIVATE_COMMANDS, ...GROUP_COMMANDS]

/**
 * In groups the bot answers its own commands only. Under privacy mode Telegram passes an unaddressed command to the bot
 * that wrote last, so one that arrives and that we have is meant for us.
 */
export function isForUs(ctx: BotContext): boolean {
  const { message, chat } = ctx
  if (message === undefined) return true
  // A message that a member sends to the bot itself through inline mode arrives here, too.
  if (chat?.type === 'private') return message.via_bot === undefined
  return chat?.type !== 'channel' && ctx.hasCommand(COMMANDS) && isWrittenBySender(message)
}

/**
 * An administrator who writes as the group, so that Telegram hides their account.
 * https://core.telegram.org/bots/api#message (`sender_chat`)
 */
export function isAnonymous({ sender_chat, chat }: Message): boolean {
  return sender_chat?.id === chat.id
}

/**
 * A message that a person in the group wrote themselves. Excludes messages that are forwarded or sent through another
 * bot, because the sender did not write them, and messages of a channel or a bot, because they cannot be a requester.
 */
function isWrittenBySender(message: Message): boolean {
  if (message.forward_origin !== undefined || message.via_bot !== undefined) return false
  if (message.sender_chat !== undefined) return isAnonymous(message)
  return message.from?.is_bot === false
}
