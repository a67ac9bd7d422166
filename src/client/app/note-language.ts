import { type Language, LANGUAGE_COOKIE } from '#shared/languages.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Keeps the code of a language in a cookie, from which the server draws the next first screen; null removes it. */
export function noteLanguage(language: Language | null, setCookie: (cookie: string) => void): void {
  const life = `max-age=${language === null ? 0 : YEAR_S}`
  const safety = location.protocol === 'https:' ? '; secure' : ''
  try {
    setCookie(`${LANGUAGE_COOKIE}=${language ?? ''}; path=/; ${life}; samesite=lax${safety}`)
  } catch {
    // A frame without cookies: the server guesses anew each time.
  }
}
