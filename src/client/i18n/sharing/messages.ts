import type { Messages } from '../../../i18n/messages.ts'

/** What the screens of shared wallets say, and what sends them into chats, in one language. Names and dates come in ready to show. */
export type SharingMessages = Messages['sharing']
