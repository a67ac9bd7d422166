import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/admin'
import type { AdminMessages } from './messages.ts'

/** Apart from the app's other words: hardly anybody ever needs these. */
export async function loadAdminMessages(language: Language): Promise<AdminMessages> {
  return (await load[language]()).words
}
