import type { Messages } from '../../i18n/messages.ts'

/** A short name and the sentence that explains it. */
export type Explained = { name: string; sentence: string }

/**
 * Messages of the first screens, in one language: they are in the first bundle. Names, addresses and dates are passed
 * in already formatted.
 */
export type FirstMessages = Messages['first']

/** Messages of members' other screens. */
export type MainMessages = Messages['main']

export type AppMessages = FirstMessages & MainMessages

/*
 * Messages that only some members need: each section is in chunks of its own. Names, dates and numbers are passed in
 * already formatted.
 */

/** The operator's numbers. */
export type AdminMessages = Messages['admin']

/** EVM wallets. A build without them contains none of these messages. */
export type EvmMessages = Messages['evm']

/** Multisigs of any family. */
export type MultisigMessages = Messages['multisig']

/** A connect request, as the asked member sees it. */
export type RequestMessages = Messages['request']

/** The screens where a member asks others for wallets. */
export type RequestingMessages = Messages['requesting']

/** Cards, and sending them into chats. */
export type SharingMessages = Messages['sharing']

/** The message that names the Telegram account, for wallets of any family. */
export type SigningMessages = Messages['signing']
