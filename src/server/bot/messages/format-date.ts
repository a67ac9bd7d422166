import type { Language } from '#shared/languages.ts'
import type { EpochMs } from '#server/store/database/stored.ts'

/** The day, in UTC, in the language's own calendar and digits. */
export function formatDate(language: Language, time: EpochMs): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}

/** Day and time of an end that is near, without its year, in UTC with its name, in the language's own calendar and digits. */
export function formatMoment(language: Language, time: EpochMs): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time)
}
