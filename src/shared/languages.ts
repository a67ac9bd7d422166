/** Languages of the app, the shell and the bot. The first is the fallback. */
export const LANGUAGES = ['en', 'ru', 'es', 'fa'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language's name in itself, as it stands alone in a list. */
export const OWN_NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  es: 'Español',
  fa: 'فارسی',
}

/** Cookie in which a browser stores the language that it last used, over plain http: a code of {@link LANGUAGES}. */
export const LANGUAGE_COOKIE = 'lang'
/** The same over https. No other host, and no plain http, can set a cookie with this prefix. */
export const SAFE_LANGUAGE_COOKIE = '__Host-lang'

/**
 * The language for a member whose client reports `tag`.
 *
 * @param tag IETF tag such as Telegram's `language_code` or one entry of `Accept-Language`: `pt-BR`, `ru`, `EN_us`.
 * @default 'en' for anything unknown
 */
export function pickLanguage(tag: string | undefined): Language {
  return supportedLanguage(tag) ?? LANGUAGES[0]
}

/** {@link pickLanguage}, undefined for anything unknown. */
export function supportedLanguage(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary)
}

/** {@link pickLanguage}, null where none is named. */
export function findLanguage(tag: string | undefined): Language | null {
  return tag === undefined ? null : pickLanguage(tag)
}

/** Direction in which the language is written. */
export function getDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'fa' ? 'rtl' : 'ltr'
}
