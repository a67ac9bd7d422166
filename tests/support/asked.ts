import type { Launch } from '#client/telegram/telegram.ts'

/** The member's phone speaks Persian. */
export const PERSIAN_LAUNCH: Launch = {
  place: 'telegram',
  initData: 'signed',
  telegramId: '1001',
  firstName: 'Ada',
  languageCode: 'fa',
}
