import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/requesting'
import type { RequestingMessages } from './messages.ts'

/** Separate from the messages that every member needs. */
export async function loadRequestingMessages(language: Language): Promise<RequestingMessages> {
  return (await load[language]()).messages
}
