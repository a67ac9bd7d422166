import { loadSharingMessages } from '../../i18n/sharing/load-sharing-messages.ts'
import type { SharingMessages } from '../../i18n/sharing/messages.ts'
import { createLazyWords, type LoadingWords, useLazyWords } from '../lazy-words.ts'

const WORDS = createLazyWords(loadSharingMessages)

/** What is said of sharing, on screens that have words of their own. */
export function useSharingWords(): LoadingWords<SharingMessages> {
  return useLazyWords(WORDS)
}
