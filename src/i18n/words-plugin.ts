import type { Plugin } from 'vite'
import { join } from 'node:path'
import { LANGUAGES } from '../shared/languages.ts'
import { compileWords } from './compile-words.ts'
import { PSEUDO, pseudoWords } from './pseudo-words.ts'
import { fileOfWords, isSection, readWords, type Section } from './read-words.ts'

const FOLDER = `${import.meta.dirname}/`
const BOT_WORDS = join(import.meta.dirname, 'bot-words.ts')
const LANGUAGES_FILE = join(import.meta.dirname, '../shared/languages.ts')

/** Modes in which the pseudo-language is spoken too: the demo's Mini App, and tests. */
const PSEUDO_MODES = new Set(['demo', 'test'])

/**
 * Compiles the words, so that nothing that runs reads ICU MessageFormat:
 *
 * - `virtual:words/main` gives a loader for each language; so do the other sections. Each is a chunk of its own.
 * - `virtual:words/failure` gives the words of all languages at once.
 * - `bot-words.ts`, which compiles by itself where the sources run as they are, becomes the compiled words.
 */
export function words(): Plugin {
  let spoken: readonly string[] = LANGUAGES
  let isDemo = false
  return {
    name: 'words',
    enforce: 'pre',
    configResolved({ mode }) {
      isDemo = mode === 'demo'
      if (PSEUDO_MODES.has(mode)) spoken = [...LANGUAGES, PSEUDO]
    },
    resolveId(source) {
      const asked = askedBy(source)
      return asked.section === undefined ? null : moduleOf(asked)
    },
    load(id) {
      if (id === BOT_WORDS) return botModule()
      if (isDemo && id === LANGUAGES_FILE) return languagesWithPseudo()
      const { language, section } = foundAt(id)
      if (section === undefined) return null
      if (language === undefined) return loadersModule(section, spoken)
      this.addWatchFile(fileOfWords(language === PSEUDO ? 'en' : language))
      return wordsModule(language, section)
    },
  }
}

type Asked = { language?: string | undefined; section?: Section | undefined }

/** `virtual:words/main` and `virtual:words/en/main`. */
function askedBy(source: string): Asked {
  return partsOf(/^virtual:words\/(?:(?<language>\w+)\/)?(?<section>\w+)$/.exec(source))
}

/** What these become: files beside the words' own that do not exist. */
function moduleOf({ language, section }: Asked): string {
  return `${FOLDER}${language === undefined ? '' : `${language}-`}${section}.js`
}

function foundAt(id: string): Asked {
  if (!id.startsWith(FOLDER)) return {}
  return partsOf(/^(?:(?<language>\w+)-)?(?<section>\w+)\.js$/.exec(id.slice(FOLDER.length)))
}

function partsOf(match: RegExpExecArray | null): Asked {
  const { language, section } = match?.groups ?? {}
  return section !== undefined && isSection(section) ? { language, section } : {}
}

function wordsModule(language: string, section: Section): string {
  if (language !== PSEUDO) return compileWords(readWords(language)[section], language)
  return compileWords(pseudoWords(readWords('en')[section]), 'en')
}

function loadersModule(section: Section, languages: readonly string[]): string {
  const moduleIn = (language: string) => `'virtual:words/${language}/${section}'`
  if (section === 'failure')
    return `${importAll(languages, moduleIn)}export const words = { ${languages.join(', ')} }\n`
  const loaders = languages.map((language) => `${language}: () => import(${moduleIn(language)})`)
  return `export const load = { ${loaders.join(', ')} }\n`
}

function botModule(): string {
  const imports = importAll(LANGUAGES, (language) => `'virtual:words/${language}/bot'`)
  return `${imports}export const BOT_WORDS = new Map(Object.entries({ ${LANGUAGES.join(', ')} }))\n`
}

function importAll(languages: readonly string[], moduleIn: (language: string) => string): string {
  return languages
    .map((language) => `import { words as ${language} } from ${moduleIn(language)}\n`)
    .join('')
}

/** In the demo's Mini App, Telegram may say that somebody speaks the pseudo-language. Nothing else knows of it. */
function languagesWithPseudo(): string {
  const closed = JSON.stringify(`${LANGUAGES_FILE}?closed`)
  return `import * as closed from ${closed}
export * from ${closed}
const isPseudo = (tag) => tag === '${PSEUDO}'
export const spokenLanguage = (tag) => isPseudo(tag) ? tag : closed.spokenLanguage(tag)
export const pickLanguage = (tag) => isPseudo(tag) ? tag : closed.pickLanguage(tag)
export const directionOf = (language) => isPseudo(language) ? 'rtl' : closed.directionOf(language)
`
}
