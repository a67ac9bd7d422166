import type { Spoken } from '../../../i18n/spoken.ts'

/** What the admin view says, in one language. Numbers and dates come in ready to show. */
export type AdminMessages = Spoken['admin']
