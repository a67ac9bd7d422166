import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/multisig'
import type { MultisigMessages } from './messages.ts'

/** Separate from the messages that every member needs. */
export async function loadMultisigMessages(language: Language): Promise<MultisigMessages> {
  return (await load[language]()).messages
}
