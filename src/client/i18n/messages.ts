import type { Messages } from '../../i18n/messages.ts'

/** A short name and the sentence that explains it. */
export type Explained = { name: string; sentence: string }

/**
 * What the first screens say, in one language: they are among the first bytes. Names, addresses and dates come in ready
 * to show.
 */
export type FirstMessages = Messages['first']

/**
 * What members' other screens say besides. Messages that not every member needs are apart, each in a chunk of its own:
 * `admin/`, `evm/`, `request/`, `signing/`.
 */
export type MainMessages = Messages['main']

export type AppMessages = FirstMessages & MainMessages
