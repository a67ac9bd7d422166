import type { Plugin } from 'vite'
import { join } from 'node:path'
import { LANGUAGES } from '../shared/languages.ts'
import { compileMessages } from './compile-messages.ts'
import { PSEUDO, pseudoMessages } from './pseudo-messages.ts'
import { writeTypes } from './write-types.ts'
import {
  isInAllLanguages,
  isSection,
  messagesFile,
  readBotMessages,
  readMessages,
  type Section,
} from './read-messages.ts'

const FOLDER = `${import.meta.dirname}/`
const BOT_MESSAGES = join(import.meta.dirname, 'bot-messages.ts')
const LANGUAGES_FILE = join(import.meta.dirname, '../shared/languages.ts')

/** Modes that also have the pseudo-language: the demo's Mini App, and tests. */
const PSEUDO_MODES = new Set(['demo', 'test'])

/**
 * Compiles the messages, so that nothing parses ICU MessageFormat at run time:
 *
 * - `virtual:messages/main` gives a function that loads a language; so do the other sections. Each is its own chunk.
 * - `virtual:messages/failure` and `virtual:messages/crash` give the messages of all languages together.
 * - `bot-messages.ts`, which compiles the messages itself where there is no build, becomes the compiled messages.
 */
export function messages(): Plugin {
  let languages: readonly string[] = LANGUAGES
  let isDemo = false
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved({ mode }) {
      writeTypes()
      isDemo = mode === 'demo'
      if (PSEUDO_MODES.has(mode)) languages = [...LANGUAGES, PSEUDO]
    },
    resolveId(source) {
      const asked = toModuleRequest(source)
      return asked.section === undefined ? null : getModule(asked)
    },
    load(id) {
      if (id === BOT_MESSAGES) return botModule()
      if (isDemo && id === LANGUAGES_FILE) return languagesWithPseudo()
      const { language, section } = parseModuleId(id)
      if (section === undefined) return null
      if (language === undefined) return loadersModule(section, languages)
      this.addWatchFile(messagesFile(language === PSEUDO ? 'en' : language))
      return messagesModule(language, section)
    },
  }
}

type ModuleRequest = { language?: string | undefined; section?: Section | undefined }

/** `virtual:messages/main` and `virtual:messages/en/main`. */
function toModuleRequest(source: string): ModuleRequest {
  return getParts(/^virtual:messages\/(?:(?<language>\w+)\/)?(?<section>\w+)$/.exec(source))
}

/** Virtual files beside the messages' own, one for each of these. */
function getModule({ language, section }: ModuleRequest): string {
  return `${FOLDER}${language === undefined ? '' : `${language}-`}${section}.js`
}

function parseModuleId(id: string): ModuleRequest {
  if (!id.startsWith(FOLDER)) return {}
  return getParts(/^(?:(?<language>\w+)-)?(?<section>\w+)\.js$/.exec(id.slice(FOLDER.length)))
}

function getParts(match: RegExpExecArray | null): ModuleRequest {
  const { language, section } = match?.groups ?? {}
  return section !== undefined && isSection(section) ? { language, section } : {}
}

function messagesModule(language: string, section: Section): string {
  if (section === 'bot') return compileMessages(readBotMessages(language), language)
  if (language !== PSEUDO) return compileMessages(readMessages(language)[section], language)
  return compileMessages(pseudoMessages(readMessages('en')[section]), 'en')
}

function loadersModule(section: Section, languages: readonly string[]): string {
  const moduleIn = (language: string) => `'virtual:messages/${language}/${section}'`
  if (isInAllLanguages(section))
    return `${importAll(languages, moduleIn)}export const messages = { ${languages.join(', ')} }\n`
  const loaders = languages.map((language) => `${language}: () => import(${moduleIn(language)})`)
  return `const languages = { ${loaders.join(', ')} }
export const load = async (language) => (await languages[language]()).messages\n`
}

function botModule(): string {
  const imports = importAll(LANGUAGES, (language) => `'virtual:messages/${language}/bot'`)
  return `${imports}export const BOT_MESSAGES = new Map(Object.entries({ ${LANGUAGES.join(', ')} }))\n`
}

function importAll(languages: readonly string[], moduleIn: (language: string) => string): string {
  return languages
    .map((language) => `import { messages as ${language} } from ${moduleIn(language)}\n`)
    .join('')
}

/** In the demo's Mini App, Telegram may report the pseudo-language. No other code knows it. */
function languagesWithPseudo(): string {
  const closed = JSON.stringify(`${LANGUAGES_FILE}?closed`)
  return `import * as closed from ${closed}
export * from ${closed}
const isPseudo = (tag) => tag === '${PSEUDO}'
export const supportedLanguage = (tag) => isPseudo(tag) ? tag : closed.supportedLanguage(tag)
export const pickLanguage = (tag) => isPseudo(tag) ? tag : closed.pickLanguage(tag)
export const getDirection = (language) => isPseudo(language) ? 'rtl' : closed.getDirection(language)
`
}
