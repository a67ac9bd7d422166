import type { Messages } from '../../../i18n/messages.ts'

/** What the admin view says, in one language. Numbers and dates come in ready to show. */
export type AdminMessages = Messages['admin']
