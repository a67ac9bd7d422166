import { load as loadRequestingMessages } from 'virtual:messages/requesting'
import type { RequestingMessages } from '../i18n/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'

const MESSAGES = createLazyMessages(loadRequestingMessages)

/** Messages for members who ask for wallets. */
export function useRequestingMessages(): LoadingMessages<RequestingMessages> {
  return useLazyMessages(MESSAGES)
}
