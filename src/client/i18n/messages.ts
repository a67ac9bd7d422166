import type { Spoken } from '../../i18n/spoken.ts'

/** A short name and the sentence that explains it. */
export type Explained = { name: string; sentence: string }

/**
 * What the first screens say, in one language: they are among the first bytes. Names, addresses and dates come in ready
 * to show.
 */
export type FirstMessages = Spoken['first']

/**
 * What members' other screens say besides. Words that not every member needs are apart, each in a chunk of its own:
 * `admin/`, `evm/`, `request/`, `signing/`.
 */
export type MainMessages = Spoken['main']

export type Messages = FirstMessages & MainMessages
