import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileNode } from './compile-messages.ts'
import { isInAllLanguages, readMessages, type Section, SECTIONS } from './read-messages.ts'

const TYPES_HEAD = `/** Everything that is said, by section. Written from \`en.json\` by \`npm run messages\`, and not committed. */
export type Messages = `
const MODULES_HEAD = `/* The modules of \`messages-plugin.ts\`. Written by \`npm run messages\`, and not committed. */\n`

/** Writes the types of all messages, and of the modules that have them, if they have changed. */
export function writeTypes(): void {
  write('messages.ts', `${TYPES_HEAD}${compileNode(readMessages('en'), 'en').type}\n`)
  const english = declareModule('en/proof', `messages: ${typeOf('proof')}`)
  write('virtual-messages.d.ts', [MODULES_HEAD, ...SECTIONS.map(declareSection), english].join(''))
}

function write(name: string, types: string): void {
  const file = join(import.meta.dirname, name)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types)
}

function declareSection(section: Section): string {
  const type = typeOf(section)
  return declareModule(
    section,
    isInAllLanguages(section)
      ? `messages: Record<Language, ${type}>`
      : `load: (language: Language) => Promise<${type}>`,
  )
}

function typeOf(section: Section): string {
  return `Messages['${section}']`
}

function declareModule(name: string, exported: string): string {
  return `declare module 'virtual:messages/${name}' {
  import type { Language } from '#shared/languages.ts'
  import type { Messages } from '#i18n/messages.ts'
  export const ${exported}
}
`
}
