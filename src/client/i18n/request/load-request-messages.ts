import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/request'
import type { RequestMessages } from './messages.ts'

/** Apart from the words that every member needs. */
export async function loadRequestMessages(language: Language): Promise<RequestMessages> {
  return (await load[language]()).words
}
