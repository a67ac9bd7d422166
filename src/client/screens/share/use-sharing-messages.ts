import { load as loadSharingMessages } from 'virtual:messages/sharing'
import type { SharingMessages } from '../../i18n/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from '../lazy-messages.ts'

const MESSAGES = createLazyMessages(loadSharingMessages)

/** Messages about sharing, for screens with other messages of their own. */
export function useSharingMessages(): LoadingMessages<SharingMessages> {
  return useLazyMessages(MESSAGES)
}
