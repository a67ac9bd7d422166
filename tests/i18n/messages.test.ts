import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { findUnusedMessages } from '#tests/support/find-unused-messages.ts'
import {
  compileNode,
  compileMessages,
  type SourceMessages,
} from '../../src/i18n/compile-messages.ts'
import { PSEUDO, pseudoMessages } from '../../src/i18n/pseudo-messages.ts'
import { readMessages, SECTIONS } from '../../src/i18n/read-messages.ts'

const FOLDER = join(import.meta.dirname, '../../src/i18n')
const TYPES = join(FOLDER, 'messages.ts')

/** Every text of a language by its path. */
function getTexts(node: SourceMessages[string], path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node).flatMap(([key, part]) => getTexts(part, `${path}.${key}`))
}

/** The types of messages, with the parameters of each in one order. */
const getTypes = (messages: SourceMessages, language: string) =>
  compileNode(messages, language).type.replaceAll(/(?<=\{ )[^{}]+(?= \})/gu, (parameters) =>
    parameters.split('; ').toSorted().join('; '),
  )

/** Forms that a text names: `one`, `other`. */
const getForms = (text: string) =>
  [...text.matchAll(/(?:plural,|\}) (\w+) \{(?!\w+,)/gu)].map(([, form = '']) => form)

test('each language has one file, and there is no other', () => {
  const json = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  const files = json.filter((name) => name !== 'tsconfig.json')
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted())
})

describe.each(LANGUAGES)('%s', (language) => {
  const texts = getTexts(readMessages(language))
  const english = getTexts(readMessages('en'))

  test('has every text that English has, in the same order, and nothing else', () => {
    expect(texts.map(([path]) => path)).toEqual(english.map(([path]) => path))
    expect(texts.filter(([, text]) => !/\p{L}/u.test(text))).toEqual([])
  })

  test('takes exactly the parameters of English', () => {
    expect(getTypes(readMessages(language), language)).toBe(getTypes(readMessages('en'), 'en'))
  })

  test('has every plural form that its numbers need, with the number in its own digits', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const plurals = texts.filter(([, text]) => text.includes(', plural,'))
    expect(plurals.length).toBeGreaterThan(1)
    for (const [path, text] of plurals) {
      expect([path, getForms(text).toSorted()]).toEqual([path, pluralCategories.toSorted()])
      expect([path, text.split('#').length - 1]).toEqual([path, pluralCategories.length])
    }
  })

  test('follows the rules of print, with no markup, no straight quotes, no double spaces, no emoji', () => {
    const faulty = texts.filter(([path, text]) => {
      // The bot writes Telegram's HTML.
      const plain = path.startsWith('.bot.') ? text.replaceAll(/<\/?(?:b|code)>/gu, '') : text
      return /[<>"']|\.{3}| {2}|^\s|\s$|(?! )\s(?<!\n)|\p{Extended_Pictographic}/u.test(plain)
    })
    expect(faulty).toEqual([])
  })

  test('a language is not a copy of English', () => {
    if (language === 'en') return
    const byPath = new Map(english)
    const same = texts.filter(([path, text]) => byPath.get(path) === text && /[a-z]{4}/u.test(text))
    expect(same.filter(([, text]) => text !== 'Telegram')).toEqual([])
  })

  test('a language compiles to a module that needs nothing', () => {
    for (const section of SECTIONS) {
      const source = compileMessages(readMessages(language)[section], language)
      expect(source).not.toMatch(/\bimport\b|messageformat/u)
    }
  })
})

test('Persian has its own digits, letters and marks, and joins what belongs together', () => {
  const faulty = getTexts(readMessages('fa')).filter(([, text]) => {
    const plain = text.replaceAll(/\{\w+(?:\}|, (?:plural|select),)|\/v1\/\w+|EIP-\d+/gu, '')
    return /[0-9,;?يك]| (?:ها|های|هایی)(?!\p{L})|(?<!\p{L})ن?می (?=\p{L})/u.test(plain)
  })
  expect(faulty).toEqual([])
})

const compiled = (text: string) => compileMessages({ text }, 'en')

describe('the compiler', () => {
  test('leaves a text without parameters a string, whatever is in it', () => {
    expect(compiled('“d.x” + plural(d.n, 0, en, ')).toContain(
      '"text": "“d.x” + plural(d.n, 0, en, "',
    )
  })

  test('gives one parameter as it is, several as an object', () => {
    expect(compiled('Open {wallet}')).toContain('(wallet) => ("Open " + wallet)')
    expect(compiled('{a} of {b}')).toContain('({ a, b }) =>')
  })

  test.each([
    ['a brace that is not closed', 'Open {wallet'],
    ['a form that the language does not have', '{n, plural, few {#} other {#}}'],
    ['a plural without its last form', '{n, plural, one {#}}'],
    ['ordinals', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'],
    ['an offset', '{n, plural, offset:1 one {#} other {#}}'],
    ['a date', '{day, date}'],
  ])('refuses %s', (_, text) => {
    expect(() => compiled(text)).toThrow(/./u)
  })
})

const getLength = (texts: [string, string][]) => texts.map(([, text]) => text).join('').length

test('the pseudo-language is longer, in brackets, and keeps its parameters and its forms', () => {
  const { main } = readMessages('en')
  const pseudo = pseudoMessages(main)
  const [plain, accented] = [getTexts(main), getTexts(pseudo)]
  expect(getLength(accented) / getLength(plain)).toBeGreaterThan(1.3)
  expect(accented.filter(([, text]) => !/^\[.*\]$/su.test(text))).toEqual([])
  expect(getTypes(pseudo, 'en')).toBe(getTypes(main, 'en'))
  expect(LANGUAGES).not.toContain(PSEUDO)
})

test('the code uses every message', { timeout: 300_000, tags: ['wide'] }, async () => {
  const planted = readFileSync(TYPES, 'utf8').replace(
    'cancel: string',
    'cancel: string\n      planted: string',
  )
  expect(await findUnusedMessages(TYPES, planted)).toEqual(['first.common.planted'])
})
