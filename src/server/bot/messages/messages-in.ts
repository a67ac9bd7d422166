import type { Language } from '#shared/languages.ts'
import { BOT_MESSAGES } from '../../../i18n/bot-messages.ts'
import { type BotMessages, createMessages } from './messages.ts'

const MESSAGES = new Map(
  [...BOT_MESSAGES].map(([language, messages]) => [language, createMessages(messages, language)]),
)

/** All texts of the bot in `language`. */
export function messagesIn(language: Language): BotMessages {
  const messages = MESSAGES.get(language)
  if (messages === undefined) throw new Error(`the bot has no messages in ${language}`)
  return messages
}
