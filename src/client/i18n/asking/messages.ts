import type { Spoken } from '../../../i18n/spoken.ts'

/** What the screens say on which a member asks others for wallets, in one language. Names and dates come in ready to show. */
export type AskingMessages = Spoken['asking']
