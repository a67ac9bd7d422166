import type { Language } from '#shared/languages.ts'
import type { EpochMs } from '#server/store/stored.ts'

/** The day, in UTC, in the language's own calendar and digits. */
export function formatDate(language: Language, time: EpochMs): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}
