import type { Language } from '#shared/languages.ts'

export function formatCount(language: Language, count: number): string {
  return new Intl.NumberFormat(language).format(count)
}

/** @param share from 0 to 1 */
export function formatShare(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share)
}

/** A day without its year. @param day a calendar day in UTC, such as `2026-11-21` */
export function formatDay(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return format.format(new Date(day))
}

/** A time of day. @param ms milliseconds since the epoch */
export function formatTime(language: Language, ms: number): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(ms))
}

/** Day and time of day without the year. @param iso ISO 8601 */
export function formatWhen(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  return format.format(new Date(iso))
}

/** From the largest on: how many seconds each has. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** An age in its largest whole unit, such as `3 min`. @param seconds not negative */
export function formatAge(language: Language, seconds: number): string {
  const [unit, length] = UNITS.find(([, inSeconds]) => seconds >= inSeconds) ?? ['second', 1]
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  return format.format(Math.floor(seconds / length))
}
