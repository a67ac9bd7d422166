import type { Language } from '#shared/languages.ts'
import { words } from 'virtual:words/failure'
import type { Spoken } from '../../i18n/spoken.ts'

export type FailureMessages = Spoken['failure']

/** In every language at once: this must be said when a language's own words did not arrive. */
export function failureMessages(language: Language): FailureMessages {
  return words[language]
}
