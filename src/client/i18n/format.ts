import type { Language } from '#shared/languages.ts'

/** A day as the language writes it, in its own calendar. @param iso ISO 8601 */
export function formatDate(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso))
}

/** A day and a time of day. @param iso ISO 8601 */
export function formatMoment(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(iso))
}

/** Minutes and seconds: `4:05`. @param ms milliseconds, not negative */
export function formatCountdown(language: Language, ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const minutes = new Intl.NumberFormat(language).format(Math.floor(seconds / 60))
  const rest = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 }).format(seconds % 60)
  return `${minutes}:${rest}`
}
