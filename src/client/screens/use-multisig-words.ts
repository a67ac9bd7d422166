import { loadMultisigMessages } from '../i18n/multisig/load-multisig-messages.ts'
import type { MultisigMessages } from '../i18n/multisig/messages.ts'
import { createLazyWords, type LoadingWords, useLazyWords } from './lazy-words.ts'

const WORDS = createLazyWords(loadMultisigMessages)

/** @param isWanted whether there is anything to say. @default true */
export function useMultisigWords(isWanted = true): LoadingWords<MultisigMessages> {
  return useLazyWords(WORDS, isWanted)
}
