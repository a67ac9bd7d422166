import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/main'
import type { Messages } from './messages.ts'

/** Each language is its own chunk: only the one in use is ever fetched. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await load[language]()).words
}
