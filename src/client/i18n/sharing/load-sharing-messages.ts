import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/sharing'
import type { SharingMessages } from './messages.ts'

/** Separate from the messages that every member needs. */
export async function loadSharingMessages(language: Language): Promise<SharingMessages> {
  return (await load[language]()).messages
}
