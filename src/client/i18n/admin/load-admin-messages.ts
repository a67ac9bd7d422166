import type { Language } from '#shared/languages.ts'
import type { AdminMessages } from './messages.ts'

/** Apart from the app's other words: hardly anybody ever needs these. */
const LOADERS: Record<Language, () => Promise<AdminMessages>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
}

export function loadAdminMessages(language: Language): Promise<AdminMessages> {
  return LOADERS[language]()
}
