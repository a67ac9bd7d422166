import { loadSigningMessages } from '../i18n/signing/load-signing-messages.ts'
import type { SigningMessages } from '../i18n/signing/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'

const MESSAGES = createLazyMessages(loadSigningMessages)

/** @param isWanted whether a text must, or may have to, be signed */
export function useSigningMessages(isWanted: boolean): LoadingMessages<SigningMessages> {
  return useLazyMessages(MESSAGES, isWanted)
}
