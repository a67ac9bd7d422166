import type { Messages } from '../../../i18n/messages.ts'

/** What the screens say on which a member asks others for wallets, in one language. Names and dates come in ready to show. */
export type RequestingMessages = Messages['requesting']
