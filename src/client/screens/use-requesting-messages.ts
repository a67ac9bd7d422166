import { loadRequestingMessages } from '../i18n/requesting/load-requesting-messages.ts'
import type { RequestingMessages } from '../i18n/requesting/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'

const MESSAGES = createLazyMessages(loadRequestingMessages)

/** Messages for members who ask for wallets. */
export function useRequestingMessages(): LoadingMessages<RequestingMessages> {
  return useLazyMessages(MESSAGES)
}
