import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/evm'
import type { EvmMessages } from './messages.ts'

/** Apart from all other messages, so that a build without EVM wallets has none of these. */
export async function loadEvmMessages(language: Language): Promise<EvmMessages> {
  return (await load[language]()).messages
}
