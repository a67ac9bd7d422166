import type { Messages } from '../../../i18n/messages.ts'

/** Messages of the screens where a member asks others for wallets. Names and dates are passed in already formatted. */
export type RequestingMessages = Messages['requesting']
