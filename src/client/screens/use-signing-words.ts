import { loadSigningMessages } from '../i18n/signing/load-signing-messages.ts'
import type { SigningMessages } from '../i18n/signing/messages.ts'
import { createLazyWords, type LoadingWords, useLazyWords } from './lazy-words.ts'

const WORDS = createLazyWords(loadSigningMessages)

/** @param isWanted whether a text is, or may be, to be signed */
export function useSigningWords(isWanted: boolean): LoadingWords<SigningMessages> {
  return useLazyWords(WORDS, isWanted)
}
