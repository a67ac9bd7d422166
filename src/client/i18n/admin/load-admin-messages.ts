import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/admin'
import type { AdminMessages } from './messages.ts'

/** Separate from the app's other messages, because few people ever need them. */
export async function loadAdminMessages(language: Language): Promise<AdminMessages> {
  return (await load[language]()).messages
}
