import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/evm'
import type { EvmMessages } from './messages.ts'

/** Separate from all other messages, so that a build without EVM wallets contains none of them. */
export async function loadEvmMessages(language: Language): Promise<EvmMessages> {
  return (await load[language]()).messages
}
