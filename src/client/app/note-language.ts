import { type Language, LANGUAGE_COOKIE, SAFE_LANGUAGE_COOKIE } from '#shared/languages.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Stores a language in a cookie, so that the server draws the next first screen in it; null removes the cookie. */
export function noteLanguage(language: Language | null, setCookie: (cookie: string) => void): void {
  const life = `max-age=${language === null ? 0 : YEAR_S}`
  const isSafe = location.protocol === 'https:'
  const name = isSafe ? SAFE_LANGUAGE_COOKIE : LANGUAGE_COOKIE
  const safety = isSafe ? '; secure' : ''
  try {
    setCookie(`${name}=${language ?? ''}; path=/; ${life}; samesite=lax${safety}`)
  } catch {
    // A frame without cookies: the server guesses the language each time.
  }
}
