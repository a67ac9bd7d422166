import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/request'
import type { RequestMessages } from './messages.ts'

/** Separate from the messages that every member needs. */
export async function loadRequestMessages(language: Language): Promise<RequestMessages> {
  return (await load[language]()).messages
}
