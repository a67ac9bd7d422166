import type { Language } from '#shared/languages.ts'
import type { RequestMessages } from './messages.ts'

/** Apart from the app's other words, which are among the first bytes. */
const LOADERS: Record<Language, () => Promise<RequestMessages>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
}

export function loadRequestMessages(language: Language): Promise<RequestMessages> {
  return LOADERS[language]()
}
