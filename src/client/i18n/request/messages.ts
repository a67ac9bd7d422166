import type { Messages } from '../../../i18n/messages.ts'

/** What the screen of a connect request says, in one language. Names and dates come in ready to show. */
export type RequestMessages = Messages['request']
