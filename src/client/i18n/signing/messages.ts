import type { Messages } from '../../../i18n/messages.ts'

/** Messages about signing the text that names the Telegram account, for wallets of any family. */
export type SigningMessages = Messages['signing']
