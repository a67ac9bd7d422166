import type { Language } from '#shared/languages.ts'
import type { SigningMessages } from './messages.ts'

/** Apart from the app's other words, which are among the first bytes. */
const LOADERS: Record<Language, () => Promise<SigningMessages>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
}

export function loadSigningMessages(language: Language): Promise<SigningMessages> {
  return LOADERS[language]()
}
