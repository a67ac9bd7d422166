import type { Language } from '#shared/languages.ts'
import type { EvmMessages } from './messages.ts'

/** Apart from all other words, so that a build without EVM wallets has none of these. */
const LOADERS: Record<Language, () => Promise<EvmMessages>> = {
  en: async () => (await import('./en.ts')).en,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
}

export function loadEvmMessages(language: Language): Promise<EvmMessages> {
  return LOADERS[language]()
}
