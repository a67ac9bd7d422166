import { describe, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { type EvmProblemCode, PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { formatCountdown, formatDate } from '#client/i18n/format.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'

const ADDRESS = 'UQAB…wxyz'
/** Sample arguments that every phrase with a gap is given. */
const GAP = 3

/** Every phrase of a language by its path, gaps filled. */
function phrasesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (isPhraseWithGap(value)) return phrasesOf(value(GAP), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => phrasesOf(part, `${path}.${key}`))
}

function isPhraseWithGap(value: unknown): value is (gap: number) => unknown {
  return typeof value === 'function'
}

/** Those about EVM wallets have words of their own: `evm-messages.test.ts`. */
function isCommon(code: ProblemCode): code is Exclude<ProblemCode, EvmProblemCode> {
  return !code.startsWith('evm-')
}

describe.each(LANGUAGES)('%s', (language) => {
  test('says everything that English says', async () => {
    const own = phrasesOf(await loadMessages(language))
    const english = phrasesOf(await loadMessages('en'))
    expect(own.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort())
    expect(own.filter(([, phrase]) => phrase.trim() === '')).toEqual([])
  })

  test('keeps every gap of a phrase', async () => {
    const english = new Map(phrasesOf(await loadMessages('en')))
    const gap = new Intl.NumberFormat(language).format(GAP)
    const own = phrasesOf(await loadMessages(language))
    const lost = own.filter(
      ([path, phrase]) =>
        /(?<![\d])3(?!\d)/u.test(english.get(path) ?? '') &&
        !phrase.includes(gap) &&
        !phrase.includes(String(GAP)),
    )
    // The number of characters in a label is a figure, not a gap.
    expect(lost.filter(([path]) => !path.includes('label'))).toEqual([])
  })

  test('has one sentence and one action for every problem', async () => {
    const { problems, actions } = await loadMessages(language)
    const codes = PROBLEM_CODES.filter(isCommon)
    expect(Object.keys(problems).sort()).toEqual(codes.toSorted())
    const mute = codes.filter(
      (code) =>
        !/^\p{L}.*[.!?]$/u.test(problems[code]) || !/\p{L}/u.test(actions[PROBLEM_ACTIONS[code]]),
    )
    expect(mute).toEqual([])
  })

  test('fits its questions into Telegram’s popup', async () => {
    const { home, attempt, wallet, settings } = await loadMessages(language)
    const questions = [
      home.letGoAsk(ADDRESS),
      attempt.leaveAsk,
      wallet.unlinkAsk(ADDRESS),
      settings.deleteAsk(10),
    ]
    for (const { title, message, confirm } of questions) {
      expect(title.length).toBeLessThanOrEqual(64)
      expect(message.length).toBeLessThanOrEqual(256)
      expect(confirm.length).toBeLessThanOrEqual(64)
    }
  })
})

test('a language is not a copy of another', async () => {
  const english = new Map(phrasesOf(await loadMessages('en')))
  for (const language of ['ru', 'es', 'fa'] as const) {
    const same = phrasesOf(await loadMessages(language)).filter(
      ([path, phrase]) => english.get(path) === phrase && /[a-z]{4}/iu.test(phrase),
    )
    expect(same).toEqual([])
  }
})

async function ask(language: Language, wallets: number): Promise<string> {
  return (await loadMessages(language)).settings.deleteAsk(wallets).message
}

test('numbers take the form and the digits of the language', async () => {
  expect(await ask('en', 1)).toContain('1 linked wallet ')
  expect(await ask('en', 2)).toContain('2 linked wallets ')
  expect(await ask('ru', 1)).toContain('1 привязанный кошелёк')
  expect(await ask('ru', 3)).toContain('3 привязанных кошелька')
  expect(await ask('ru', 5)).toContain('5 привязанных кошельков')
  expect(await ask('fa', 5)).toContain('۵')
})

test('times are written as the language writes them', () => {
  expect(formatCountdown('en', 65_999)).toBe('1:05')
  expect(formatCountdown('fa', 65_000)).toBe('۱:۰۵')
  expect(formatDate('en', '2026-11-20T12:00:00.000Z')).toBe('Nov 20, 2026')
  expect(formatDate('fa', '2026-11-20T12:00:00.000Z')).toContain('۱۴۰۵')
})
