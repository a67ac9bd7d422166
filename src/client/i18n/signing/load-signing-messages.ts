import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/signing'
import type { SigningMessages } from './messages.ts'

/** Separate from the messages that every member needs. */
export async function loadSigningMessages(language: Language): Promise<SigningMessages> {
  return (await load[language]()).messages
}
