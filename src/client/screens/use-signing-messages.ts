import { load as loadSigningMessages } from 'virtual:messages/signing'
import type { SigningMessages } from '../i18n/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'

const MESSAGES = createLazyMessages(loadSigningMessages)

/** @param isWanted whether a text must, or may have to, be signed */
export function useSigningMessages(isWanted: boolean): LoadingMessages<SigningMessages> {
  return useLazyMessages(MESSAGES, isWanted)
}
