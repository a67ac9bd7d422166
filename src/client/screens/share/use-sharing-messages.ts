import { loadSharingMessages } from '../../i18n/sharing/load-sharing-messages.ts'
import type { SharingMessages } from '../../i18n/sharing/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from '../lazy-messages.ts'

const MESSAGES = createLazyMessages(loadSharingMessages)

/** What is said of sharing, on screens that have messages of their own. */
export function useSharingMessages(): LoadingMessages<SharingMessages> {
  return useLazyMessages(MESSAGES)
}
