import type { Spoken } from '../../i18n/spoken.ts'

/** A short name and the sentence that explains it. */
export type Explained = { name: string; sentence: string }

/**
 * What the app says first, in one language. Names, addresses and dates come in ready to show. Words that not every
 * member needs are apart, each in a chunk of its own: `admin/`, `evm/`, `request/`, `signing/`.
 */
export type Messages = Spoken['main']
