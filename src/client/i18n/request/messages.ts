import type { Messages } from '../../../i18n/messages.ts'

/** Messages of the connect request's screen, in one language. Names and dates are passed in already formatted. */
export type RequestMessages = Messages['request']
