/** Languages that the app, the shell and the bot speak. The first is the fallback. */
export const LANGUAGES = ['en', 'ru', 'es', 'fa'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * The language to speak to somebody whose client reports `tag`.
 *
 * @param tag IETF tag such as Telegram's `language_code` or one entry of `Accept-Language`: `pt-BR`, `ru`, `EN_us`.
 * @default 'en' for anything unknown
 */
export function pickLanguage(tag: string | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary) ?? LANGUAGES[0]
}

/** Direction in which the language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'fa' ? 'rtl' : 'ltr'
}
