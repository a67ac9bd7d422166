import type { Language } from '#shared/languages.ts'
import { messages } from 'virtual:messages/failure'
import type { Messages } from '../../i18n/messages.ts'

/** Bundled in every language, because they are shown when a language's own messages did not arrive. */
export function failureMessages(language: Language): Messages['failure'] {
  return messages[language]
}
