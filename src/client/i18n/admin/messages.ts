import type { Messages } from '../../../i18n/messages.ts'

/** Messages of the admin view, in one language. Numbers and dates are passed in already formatted. */
export type AdminMessages = Messages['admin']
