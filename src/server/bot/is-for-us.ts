import type { Message } from 'grammy/types'
import type { BotContext } from './bot-context.ts'

/**
 * In groups the bot answers commands only. Under privacy mode Telegram passes an unaddressed command
 * on to the bot that wrote last, so one that arrives is meant for us; another bot's is never matched.
 */
export function isForUs({ message, chat }: BotContext): boolean {
  if (message === undefined) return true
  // What a member sends through inline mode lands here, too, when they send it to the bot itself.
  if (chat?.type === 'private') return message.via_bot === undefined
  return chat?.type !== 'channel' && isOwnCommand(message)
}

/**
 * An administrator who writes as the group, whom Telegram does not name.
 * https://core.telegram.org/bots/api#message (`sender_chat`)
 */
export function isAnonymous({ sender_chat, chat }: Message): boolean {
  return sender_chat?.id === chat.id
}

/**
 * A command that somebody of the group wrote themselves. Not one: what is forwarded or written by way of another bot, whose
 * words are not the sender's, and what comes from a channel or a bot, in whose name nobody can be asked.
 */
function isOwnCommand(message: Message): boolean {
  if (message.text?.startsWith('/') !== true) return false
  if (message.forward_origin !== undefined || message.via_bot !== undefined) return false
  if (message.sender_chat !== undefined) return isAnonymous(message)
  return message.from?.is_bot === false
}
