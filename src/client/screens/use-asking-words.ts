import { loadAskingMessages } from '../i18n/asking/load-asking-messages.ts'
import type { AskingMessages } from '../i18n/asking/messages.ts'
import { createLazyWords, type LoadingWords, useLazyWords } from './lazy-words.ts'

const WORDS = createLazyWords(loadAskingMessages)

/** What is said to whoever asks for wallets. */
export function useAskingWords(): LoadingWords<AskingMessages> {
  return useLazyWords(WORDS)
}
