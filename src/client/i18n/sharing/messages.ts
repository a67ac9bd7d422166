import type { Messages } from '../../../i18n/messages.ts'

/** Messages of shared wallets and of sending them into chats. Names and dates are passed in already formatted. */
export type SharingMessages = Messages['sharing']
