import { expect, test } from 'vitest'
import { LANGUAGES, OWN_NAMES } from '#shared/languages.ts'
import {
  formatAge,
  formatCount,
  formatCountdown,
  formatDate,
  formatDay,
  formatList,
  formatMoment,
  formatRecent,
  formatShare,
  formatTimeLeft,
  isolated,
  languageName,
} from '#client/i18n/format.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'

const NOON = new Date(2026, 10, 20, 12)
const at = (days: number, hours = 12) => new Date(2026, 10, 20 + days, hours).toISOString()

/** Replaces spaces that break no line and marks of direction, which look like plain text. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ').replaceAll('\u200f', '')

test('a day uses the language’s own calendar and digits', () => {
  expect(formatDate('en', at(0))).toBe('Nov 20, 2026')
  expect(plain(formatDate('ru', at(0)))).toBe('20 нояб. 2026 г.')
  expect(formatDate('es', at(0))).toBe('20 nov 2026')
  expect(formatDate('fa', at(0))).toBe('۲۹ آبان ۱۴۰۵')
  expect(formatDay('fa', '2026-11-20')).toBe('۲۹ آبان')
})

test.each([
  ['en', 'Today 12:00 PM', 'Yesterday 12:00 PM', 'Tomorrow 12:00 PM'],
  ['ru', 'Сегодня 12:00', 'Вчера 12:00', 'Завтра 12:00'],
  ['es', 'Hoy 12:00', 'Ayer 12:00', 'Mañana 12:00'],
  ['fa', 'امروز ۱۲:۰۰', 'دیروز ۱۲:۰۰', 'فردا ۱۲:۰۰'],
] as const)('%s names yesterday, today and tomorrow', (language, ...near) => {
  const days = [0, -1, 1].map((day) => formatRecent(language, at(day), NOON.getTime()))
  expect(days.map(plain)).toEqual(near)
  for (const far of [-2, 2, -365]) {
    expect(formatRecent(language, at(far), NOON.getTime())).toBe(formatMoment(language, at(far)))
  }
})

test('a day ends at midnight in the reader’s time zone, not after 24 hours', () => {
  const late = new Date(2026, 10, 20, 0, 5).getTime()
  expect(formatRecent('en', at(-1, 23), late)).toContain('Yesterday')
  expect(formatRecent('en', at(0, 23), late)).toContain('Today')
  expect(formatRecent('en', at(1, 23), late)).toContain('Tomorrow')
  expect(formatRecent('en', at(-2, 23), late)).toContain('2026')
})

test('numbers use the digits of the language', () => {
  expect(formatCount('en', 12_345)).toBe('12,345')
  expect(formatCount('fa', 3)).toBe('۳')
  expect(formatShare('fa', 0.256)).toBe('۲۶٪')
  expect(formatCountdown('en', 65_999)).toBe('1:05')
  expect(formatCountdown('fa', 65_000)).toBe('۱:۰۵')
  expect(formatAge('fa', 120)).toContain('۲')
})

const HOUR_MS = 3_600_000

test.each([
  ['a cosigning that has just started', 72 * HOUR_MS - 1_500, '3 days'],
  ['one that a clock takes for younger', 72 * HOUR_MS + 20, '3 days'],
  ['one that has gone on for a while', 72 * HOUR_MS - 90_000, '71 hr'],
  ['a day and almost another', 47.9 * HOUR_MS, '47 hr'],
  ['almost two hours', 2 * HOUR_MS - 61_000, '1 hr'],
  ['an hour', HOUR_MS, '1 hr'],
  ['less than an hour', HOUR_MS - 61_000, '59 min'],
  ['the last minute', 900, '1 min'],
  ['nothing', 0, '0 min'],
  ['almost a week', 7 * 24 * HOUR_MS - 61_000, '6 days'],
])('the time left of %s is neither too long nor a unit too short', (_, ms, messages) => {
  expect(formatTimeLeft('en', ms)).toBe(messages)
})

test.each([
  ['en', '3 days left', '71 hr left'],
  ['ru', 'Осталось 3 дн.', 'Осталось 71 ч'],
  ['es', 'Tiempo restante: 3 d', 'Tiempo restante: 71 h'],
  ['fa', '۳ روز باقی مانده', '۷۱ ساعت باقی مانده'],
] as const)('the time left reads well in %s', async (language, fresh, later) => {
  const { attempt } = await loadMessages(language)
  const text = [72 * HOUR_MS - 1_500, 71.5 * HOUR_MS].map((ms) =>
    plain(attempt.timeLeft(formatTimeLeft(language, ms))),
  )
  expect(text).toEqual([fresh, later])
})

test('names in a list keep their order and direction in every language', () => {
  const names = ['Ethereum', 'Base', 'OP Mainnet']
  expect(formatList('en', names)).toBe('Ethereum, Base, and OP Mainnet')
  expect(formatList('ru', names)).toBe('Ethereum, Base и OP Mainnet')
  expect(plain(formatList('fa', names))).toBe('Ethereum، Base، و OP Mainnet')
  expect(formatList('es', ['TON'])).toBe('TON')
  expect(formatList('en', [])).toBe('')
})

test('a language has its own name, and a name in other languages', () => {
  const named = LANGUAGES.map((language) => languageName(language, language))
  expect(LANGUAGES.map((language) => OWN_NAMES[language])).toEqual(named)
  expect(languageName('fa', 'es')).toBe('Persa')
})

test('a name that the sentence around it could reorder is isolated', () => {
  for (const name of ['Tonkeeper', 'Trust Wallet', 'imToken 2.0', 'Crypto.com']) {
    expect(isolated(name)).toBe(name)
  }
  for (const name of ['Wallet (beta)', 'کیف', '1inch', 'Go!', 'Ali علی', '']) {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  }
})
