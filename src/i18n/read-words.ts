import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Words } from './compile-words.ts'

/** What of a language is loaded at a time. `failure` is in every page, in every language; `first` is in the first bytes. */
export const SECTIONS = [
  'first',
  'main',
  'evm',
  'admin',
  'request',
  'asking',
  'sharing',
  'signing',
  'multisig',
  'failure',
  'bot',
] as const

export type Section = (typeof SECTIONS)[number]

const WordsSchema: v.GenericSchema<Words> = v.record(
  v.string(),
  v.union([v.string(), v.array(v.string()), v.lazy(() => WordsSchema)]),
)
const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject(v.entriesFromList(SECTIONS, WordsSchema)),
)

export function isSection(name: string): name is Section {
  return SECTIONS.some((section) => section === name)
}

/** The file that holds all words of a language. */
export function fileOfWords(language: string): string {
  return join(import.meta.dirname, `${language}.json`)
}

/** @throws Error when the language has no file, or a section is missing or unknown */
export function readWords(language: string): Record<Section, Words> {
  return v.parse(FileSchema, readFileSync(fileOfWords(language), 'utf8'))
}
