import * as v from 'valibot'
import { type Language, LANGUAGES } from '../shared/languages.ts'
import { compileWords } from './compile-words.ts'
import { readWords } from './read-words.ts'
import type { Spoken } from './spoken.ts'

const ModuleSchema = v.object({
  words: v.custom<Spoken['bot']>((words) => typeof words === 'object'),
})

/**
 * The bot's words in each language. This module is for sources that run as they are: it compiles the words when it is
 * loaded. Every build and every test has the words compiled in its place: see `words-plugin.ts`.
 */
export const BOT_WORDS: ReadonlyMap<Language, Spoken['bot']> = new Map(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, await compiled(language)] as const),
  ),
)

async function compiled(language: Language): Promise<Spoken['bot']> {
  const source = compileWords(readWords(language).bot, language)
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return v.parse(ModuleSchema, module).words
}
