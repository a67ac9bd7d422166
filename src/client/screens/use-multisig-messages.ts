import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import type { MultisigMessages } from '../i18n/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'

const MESSAGES = createLazyMessages(loadMultisigMessages)

/** @param isWanted whether the messages are needed. @default true */
export function useMultisigMessages(isWanted = true): LoadingMessages<MultisigMessages> {
  return useLazyMessages(MESSAGES, isWanted)
}
