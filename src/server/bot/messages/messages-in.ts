import type { Language } from '#shared/languages.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fa } from './fa.ts'
import type { Messages } from './messages.ts'
import { ru } from './ru.ts'

const MESSAGES: Record<Language, Messages> = { en, ru, es, fa }

/** Everything the bot says in `language`. */
export function messagesIn(language: Language): Messages {
  return MESSAGES[language]
}
