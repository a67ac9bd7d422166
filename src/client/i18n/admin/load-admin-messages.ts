import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/admin'
import type { AdminMessages } from './messages.ts'

/** Apart from the app's other messages: hardly anybody ever needs these. */
export async function loadAdminMessages(language: Language): Promise<AdminMessages> {
  return (await load[language]()).messages
}
