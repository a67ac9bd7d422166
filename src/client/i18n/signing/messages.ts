import type { Messages } from '../../../i18n/messages.ts'

/** What the app says about signing the text that names the Telegram account, whatever the wallet's family. */
export type SigningMessages = Messages['signing']
