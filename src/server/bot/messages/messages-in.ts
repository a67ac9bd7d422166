import type { Language } from '#shared/languages.ts'
import { BOT_WORDS } from '../../../i18n/bot-words.ts'
import { createMessages } from './create-messages.ts'
import type { Messages } from './messages.ts'

const MESSAGES = new Map(
  [...BOT_WORDS].map(([language, words]) => [language, createMessages(words, language)]),
)

/** Everything the bot says in `language`. */
export function messagesIn(language: Language): Messages {
  const messages = MESSAGES.get(language)
  if (messages === undefined) throw new Error(`the bot has no words in ${language}`)
  return messages
}
