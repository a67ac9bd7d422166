import { describe, expect, test } from 'vitest'
import { shownName, shownPerson } from '#server/bot/shown-name.ts'

/** A name as it stands between the marks of its isolation (U+2068, U+2069), without what only keeps it from being a link. */
const seen = (shown: string) => shown.replaceAll(/[\u2060\u2068\u2069]/g, '')

describe('a name in a message of ours', () => {
  test.each(['Pavel (@durov)', 'Pavel (\uFF20durov)', 'Pavel (\uFE6Bdurov)'])(
    'forged sender: no username is shown of %s, who has none',
    (firstName) => {
      expect(seen(shownPerson({ firstName, username: null }))).toBe('Pavel ( durov)')
      expect(seen(shownPerson({ firstName: 'Pavel', username: 'durov' }))).toBe('Pavel (@durov)')
    },
  )

  test.each([
    ['a Hangul filler', '\u3164'],
    ['half a Hangul filler', '\uFFA0 \uFFA0'],
    ['Braille without dots', '\u2800\u2800'],
    ['soft hyphens and joiners', '\u00AD\u200D\u200C'],
    ['tags and selectors', '\u{E0041}\uFE0F'],
    ['marks without a letter', '\u0301\u0302'],
    ['only what is taken out', '\u202E\u200B@'],
  ])('forged sender: no sender has an empty name, by %s', (_, firstName) => {
    expect(seen(shownName(firstName))).toBe('…')
  })

  test('forged sender: marks piled on one letter hide no line above', () => {
    expect(Array.from(seen(shownName(`Z${'\u0300'.repeat(60)}al`)))).toHaveLength(7)
  })

  test.each([
    'José',
    'Nguyễn Thị',
    'می\u200Cخواهم',
    '👩\u200D🚀 Ann',
    '❤\uFE0F',
    'กิ๊ก',
    'C. J. #1 $',
  ])('is shown as it is: %s', (name) => {
    expect(seen(shownName(name))).toBe(name)
  })
})
