import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/request'
import type { RequestMessages } from './messages.ts'

/** Apart from the app's other words, which are among the first bytes. */
export async function loadRequestMessages(language: Language): Promise<RequestMessages> {
  return (await load[language]()).words
}
