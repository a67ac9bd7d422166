import { getCookie } from 'hono/cookie'
import {
  type Language,
  LANGUAGE_COOKIE,
  LANGUAGES,
  pickLanguage,
  SAFE_LANGUAGE_COOKIE,
  supportedLanguage,
} from '#shared/languages.ts'
import type { HttpContext } from './http-env.ts'

/** Headers that the choice of a language depends on, for `Vary`. */
export const LANGUAGE_HEADERS = 'accept-language, cookie'

/**
 * The language of a page: from `?lang=` of its link, else the last language of this browser, else its preferred one. A
 * value that names no language of ours is ignored.
 */
export function getLanguage(c: HttpContext): Language {
  return supportedLanguage(c.req.query('lang')) ?? languageBefore(c) ?? wishedLanguage(c)
}

/**
 * {@link getLanguage} for the Mini App. Its links stay as the bot wrote them, so the language that the member has used
 * since then comes first.
 */
export function getAppLanguage(c: HttpContext): Language {
  return languageBefore(c) ?? getLanguage(c)
}

function languageBefore(c: HttpContext): Language | undefined {
  const code = getCookie(c, SAFE_LANGUAGE_COOKIE) ?? getCookie(c, LANGUAGE_COOKIE)
  return LANGUAGES.find((language) => language === code)
}

/** The best of `Accept-Language` that we support, by its weights (RFC 9110 §12.5.4). */
function wishedLanguage(c: HttpContext): Language {
  const preferences = (c.req.header('accept-language') ?? '').split(',').map(parsePreference)
  const shown = preferences.filter(({ tag, weight }) => weight > 0 && supportedLanguage(tag))
  return pickLanguage(shown.toSorted((one, other) => other.weight - one.weight)[0]?.tag)
}

function parsePreference(wanted: string): { tag: string | undefined; weight: number } {
  const [tag, ...parameters] = wanted.split(';')
  const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean)
  return { tag, weight: Number(weight ?? 1) }
}
