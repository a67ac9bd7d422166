import type { Message } from 'grammy/types'
import type { BotContext } from './bot-context.ts'

/**
 * In groups the bot answers commands only. Under privacy mode Telegram passes an unaddressed command to the bot that
 * wrote last, so one that arrives is meant for us; a command addressed to another bot never matches.
 */
export function isForUs({ message, chat }: BotContext): boolean {
  if (message === undefined) return true
  // A message that a member sends to the bot itself through inline mode arrives here, too.
  if (chat?.type === 'private') return message.via_bot === undefined
  return chat?.type !== 'channel' && isOwnCommand(message)
}

/**
 * An administrator who writes as the group, so that Telegram hides their account.
 * https://core.telegram.org/bots/api#message (`sender_chat`)
 */
export function isAnonymous({ sender_chat, chat }: Message): boolean {
  return sender_chat?.id === chat.id
}

/**
 * A command that a person in the group wrote themselves. Excludes messages that are forwarded or sent through another
 * bot, because the sender did not write them, and messages of a channel or a bot, because they cannot be a requester.
 */
function isOwnCommand(message: Message): boolean {
  if (message.text?.startsWith('/') !== true) return false
  if (message.forward_origin !== undefined || message.via_bot !== undefined) return false
  if (message.sender_chat !== undefined) return isAnonymous(message)
  return message.from?.is_bot === false
}
