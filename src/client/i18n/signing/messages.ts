import type { Spoken } from '../../../i18n/spoken.ts'

/** What the app says about signing the text that names the Telegram account, whatever the wallet's family. */
export type SigningMessages = Spoken['signing']
