import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/multisig'
import type { MultisigMessages } from './messages.ts'

/** Apart from the words that every member needs. */
export async function loadMultisigMessages(language: Language): Promise<MultisigMessages> {
  return (await load[language]()).words
}
