import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import {
  type Language,
  LANGUAGE_COOKIE,
  LANGUAGES,
  pickLanguage,
  spokenLanguage,
} from '#shared/languages.ts'
import type { HttpEnv } from './http-env.ts'

/** What the pick of a language depends on besides the URL, for `Vary`. */
export const LANGUAGE_HEADERS = 'accept-language, cookie'

/**
 * The language of a page: what its link says in `?lang=`, else what this browser was last spoken to
 * in, else what it wishes. Whatever names no language of ours is as if it were not there.
 */
export function languageOf(c: Context<HttpEnv>): Language {
  return spokenLanguage(c.req.query('lang')) ?? spokenBefore(c) ?? wishedLanguage(c)
}

/**
 * {@link languageOf} for the Mini App, whose links stay as they were when the bot wrote them: what
 * the member has been spoken to in since counts more.
 */
export function appLanguageOf(c: Context<HttpEnv>): Language {
  return spokenBefore(c) ?? languageOf(c)
}

function spokenBefore(c: Context<HttpEnv>): Language | undefined {
  const code = getCookie(c, LANGUAGE_COOKIE)
  return LANGUAGES.find((language) => language === code)
}

/** The best of `Accept-Language` that we speak, by its weights (RFC 9110 §12.5.4). */
function wishedLanguage(c: Context<HttpEnv>): Language {
  const wishes = (c.req.header('accept-language') ?? '').split(',').map(parseWish)
  const spoken = wishes.filter(({ tag, weight }) => weight > 0 && spokenLanguage(tag))
  return pickLanguage(spoken.toSorted((one, other) => other.weight - one.weight)[0]?.tag)
}

function parseWish(wish: string): { tag: string | undefined; weight: number } {
  const [tag, ...parameters] = wish.split(';')
  const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean)
  return { tag, weight: Number(weight ?? 1) }
}
