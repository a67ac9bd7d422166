import { expect, test } from 'vitest'
import { pickLanguage, supportedLanguage } from '#shared/languages.ts'

test.each([
  ['ru', 'ru'],
  ['pt-BR', 'en'],
  ['EN_us', 'en'],
  ['fa-IR', 'fa'],
  [' es-419', 'es'],
  ['xx', 'en'],
  ['', 'en'],
  ['russian', 'en'],
  ['__proto__', 'en'],
  [undefined, 'en'],
])('%o gets %s', (tag, language) => {
  expect(pickLanguage(tag)).toBe(language)
})

test('a tag of no language of ours is distinguished from English', () => {
  expect(supportedLanguage('en-GB')).toBe('en')
  expect(supportedLanguage('tlh')).toBeUndefined()
})
