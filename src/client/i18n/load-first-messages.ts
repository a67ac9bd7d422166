import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/first'
import type { FirstMessages } from './messages.ts'

/** Each language is its own chunk, so that only the one in use is fetched. */
export async function loadFirstMessages(language: Language): Promise<FirstMessages> {
  return (await load[language]()).messages
}
