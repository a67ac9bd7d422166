import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { formatAge, formatCount, formatDay, formatShare } from '#client/i18n/admin/format.ts'
import { loadAdminMessages } from '#client/i18n/admin/load-admin-messages.ts'

/** Fills every gap of a phrase, whatever its shape. */
const GAPS = { count: 'GAP1', most: 'GAP2', day: 'GAP3', toString: () => 'GAP1' }

/** Every phrase of a language by its path, gaps filled. */
function phrasesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (isPhraseWithGap(value)) return phrasesOf(value(GAPS), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => phrasesOf(part, `${path}.${key}`))
}

function isPhraseWithGap(value: unknown): value is (gaps: typeof GAPS) => unknown {
  return typeof value === 'function'
}

const gapsOf = (phrase: string) => phrase.match(/GAP\d/gu)?.sort() ?? []

describe.each(LANGUAGES)('%s', (language) => {
  test('says everything that English says, with every gap', async () => {
    const own = phrasesOf(await loadAdminMessages(language))
    const english = phrasesOf(await loadAdminMessages('en'))
    expect(own.map(([path, phrase]) => [path, gapsOf(phrase)])).toEqual(
      english.map(([path, phrase]) => [path, gapsOf(phrase)]),
    )
    expect(own.filter(([, phrase]) => phrase.trim() === '')).toEqual([])
  })
})

test('a language is not a copy of another', async () => {
  const english = new Map(phrasesOf(await loadAdminMessages('en')))
  for (const language of ['ru', 'es', 'fa'] as const) {
    const same = phrasesOf(await loadAdminMessages(language)).filter(
      ([path, phrase]) => english.get(path) === phrase && phrase !== 'Telegram',
    )
    expect(same).toEqual([])
  }
})

test('numbers, shares and days are written as the language writes them', () => {
  expect(formatCount('en', 12_345)).toBe('12,345')
  expect(formatCount('fa', 12)).toBe('۱۲')
  expect(formatShare('en', 0.256)).toBe('26%')
  expect(formatDay('en', '2026-11-01')).toBe('Nov 1')
  expect(formatDay('ru', '2026-11-01')).toContain('нояб')
})

test.each([
  [0, '0 sec'],
  [59, '59 sec'],
  [60, '1 min'],
  [3_599, '59 min'],
  [7_200, '2 hr'],
  [259_200, '3 days'],
])('an age of %i s is %s', (seconds, words) => {
  expect(formatAge('en', seconds)).toBe(words)
})
