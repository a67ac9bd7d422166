import type { Context } from 'hono'
import { type Language, LANGUAGES, pickLanguage } from '#shared/languages.ts'
import type { HttpEnv } from './http-env.ts'

/** The bot's buttons say the member's language in `?lang=`; otherwise the browser's wish counts. */
export function languageOf(c: Context<HttpEnv>): Language {
  const wished = c.req.query('lang') ?? c.req.header('accept-language') ?? ''
  const tags = wished.split(',').map((part) => part.split(';')[0]?.trim())
  const spoken = tags.find((tag) => LANGUAGES.some((language) => primaryOf(tag) === language))
  return pickLanguage(spoken)
}

function primaryOf(tag: string | undefined): string | undefined {
  return tag?.toLowerCase().split('-')[0]
}
