import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/signing'
import type { SigningMessages } from './messages.ts'

/** Apart from the words that every member needs. */
export async function loadSigningMessages(language: Language): Promise<SigningMessages> {
  return (await load[language]()).words
}
