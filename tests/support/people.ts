import * as people from '#demo/telegram/people.ts'

/** A Telegram account in the form that Telegram uses in initData. */
export type TestAccount = {
  id: number
  first_name: string
  username: string
  language_code: string
}

/** The demo's people, with names in Latin and one language, so that what a screen or the bot says of each is read alike. */
export const ADA: TestAccount = person(people.ADA, 'Ada')
export const ILYA: TestAccount = person(people.ILYA, 'Ilya')
export const NEGAR: TestAccount = person(people.NEGAR, 'Negar')

/** For tests that look for a member in a log or a table: differs from every id, hash and time that may stand there. */
export const ZEBULON: TestAccount = {
  ...ADA,
  id: 5_417_209_863,
  first_name: 'Zebulon',
  username: 'zebulon_pike',
}

function person(id: number, name: string): TestAccount {
  return { id, first_name: name, username: name.toLowerCase(), language_code: 'en' }
}
