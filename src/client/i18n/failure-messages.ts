import type { Language } from '#shared/languages.ts'
import { messages } from 'virtual:messages/failure'
import type { Messages } from '../../i18n/messages.ts'

export type FailureMessages = Messages['failure']

/** Bundled in every language, because they are shown when a language's own messages did not arrive. */
export function failureMessages(language: Language): FailureMessages {
  return messages[language]
}
