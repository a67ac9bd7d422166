import { type Language } from '#shared/languages.ts'

/*
 * How each language writes what is not in the messages: days in its own calendar, numbers in its own digits, lists,
 * names of languages. Only this file of the app uses Intl.
 */

const DAY_MS = 86_400_000

/** A day, such as `Nov 20, 2026`. @param iso ISO 8601 */
export function formatDate(language: Language, iso: string): string {
  return days(language).format(new Date(iso))
}

/** The first moment of the reader's day that a moment is in. Both in milliseconds since the epoch */
export function getDayStart(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}

/** A day and a time of day, inside a sentence. @param iso ISO 8601 */
export function formatMoment(language: Language, iso: string): string {
  return moments(language).format(new Date(iso))
}

/**
 * The same, standing alone: a day next to today is named, such as `Today 2:05 PM`.
 *
 * @param iso ISO 8601 @param now milliseconds since the epoch
 */
export function formatRecent(language: Language, iso: string, now: number): string {
  const moment = new Date(iso)
  const distance = daysBetween(new Date(now), moment)
  if (Math.abs(distance) > 1) return formatMoment(language, iso)
  const day = sentenceCase(language, nearDays(language).format(distance, 'day'))
  return pairs(language).format([day, times(language).format(moment)])
}

/** A day without its year. @param day a calendar day in UTC, such as `2026-11-21` */
export function formatDay(language: Language, day: string): string {
  return utcDays(language).format(new Date(day))
}

/** A time of day. @param ms milliseconds since the epoch */
export function formatTime(language: Language, ms: number): string {
  return times(language).format(new Date(ms))
}

/** Day and time of day without the year. @param iso ISO 8601 */
export function formatWhen(language: Language, iso: string): string {
  return shortMoments(language).format(new Date(iso))
}

/** Minutes and seconds: `4:05`. @param ms milliseconds, not negative */
export function formatCountdown(language: Language, ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${formatCount(language, Math.floor(seconds / 60))}:${twoDigits(language).format(seconds % 60)}`
}

/** From the largest down: how many seconds each has. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** An age in its largest whole unit, such as `3 min`. @param seconds not negative */
export function formatAge(language: Language, seconds: number): string {
  const [unit, length] = UNITS.find(([, inSeconds]) => seconds >= inSeconds) ?? ['second', 1]
  return formatUnits(language, unit, seconds / length)
}

/** Below three days the time is given in hours. */
const DAYS_FROM_HOURS = 72

/**
 * How long something still takes, such as `71 hr`: minutes are rounded up, larger units down.
 *
 * @param ms milliseconds, not negative
 */
export function formatTimeLeft(language: Language, ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const hours = minutes / 60
  if (hours < 1) return formatUnits(language, 'minute', minutes)
  if (hours < DAYS_FROM_HOURS) return formatUnits(language, 'hour', hours)
  return formatUnits(language, 'day', hours / 24)
}

/** How many whole units there are. */
function formatUnits(language: Language, unit: string, count: number): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.floor(count))
}

export function formatCount(language: Language, count: number): string {
  return numbers(language).format(count)
}

/** @param share from 0 to 1 */
export function formatShare(language: Language, share: number): string {
  return shares(language).format(share)
}

/** A list of names in any language, for a sentence: `Ethereum, Base, and Optimism`. */
export function formatList(language: Language, names: readonly string[]): string {
  return lists(language).format(names.map(isolated))
}

/** Name of a language in another one, as it stands alone in a list. */
export function languageName(language: Language, inLanguage: Language): string {
  return sentenceCase(inLanguage, languageNames(inLanguage).of(language) ?? language)
}

/** Names that need no isolation inside a sentence of either direction. */
const PLAIN_NAME = /^\p{Script=Latin}(?:[\p{Script=Latin}\p{N} .-]*[\p{Script=Latin}\p{N}])?$/u

/** A name that comes from outside, isolated so that it has its own direction inside our sentence (UAX #9: FSI, PDI). */
export function isolated(name: string): string {
  return PLAIN_NAME.test(name) ? name : `\u2068${name}\u2069`
}

const days = inEach((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
const times = inEach((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
const moments = inEach(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
)
const shortMoments = inEach(
  (language) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }),
)
const utcDays = inEach(
  (language) =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const nearDays = inEach((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const numbers = inEach((language) => new Intl.NumberFormat(language))
const twoDigits = inEach((language) => new Intl.NumberFormat(language, { minimumIntegerDigits: 2 }))
const shares = inEach((language) => new Intl.NumberFormat(language, { style: 'percent' }))
const lists = inEach((language) => new Intl.ListFormat(language, { type: 'conjunction' }))
const pairs = inEach((language) => new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }))
const languageNames = inEach((language) => new Intl.DisplayNames(language, { type: 'language' }))

/** Created on first use and cached, because a countdown formats every second and a formatter is costly to create. */
function inEach<Format>(make: (language: Language) => Format): (language: Language) => Format {
  const made = new Map<Language, Format>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** Number of midnights between two days, in the reader's time zone. */
function daysBetween(from: Date, to: Date): number {
  return Math.round((getDayStart(to.getTime()) - getDayStart(from.getTime())) / DAY_MS)
}

function sentenceCase(language: Language, text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(language) + rest.join('')
}
