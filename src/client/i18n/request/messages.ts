import type { Spoken } from '../../../i18n/spoken.ts'

/** What the screen of a connect request says, in one language. Names and dates come in ready to show. */
export type RequestMessages = Spoken['request']
