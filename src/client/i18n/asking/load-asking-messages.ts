import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/asking'
import type { AskingMessages } from './messages.ts'

/** Apart from the words that every member needs. */
export async function loadAskingMessages(language: Language): Promise<AskingMessages> {
  return (await load[language]()).words
}
