import type { Language } from '#shared/languages.ts'
import type { Messages } from './messages.ts'

/** Each language is its own chunk: only the one in use is ever fetched. */
const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
}

export function loadMessages(language: Language): Promise<Messages> {
  return LOADERS[language]()
}
