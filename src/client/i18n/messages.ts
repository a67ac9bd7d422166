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
