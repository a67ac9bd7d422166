import type { evmChainName, evmExplorerLink } from '#shared/evm-chains.ts'
import type { Language } from '#shared/languages.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import type { EvmMessages } from '../i18n/messages.ts'
import { createLazyMessages, type LoadingMessages, useLazyMessages } from './lazy-messages.ts'
import { useServices } from './use-services.ts'

/** All texts about EVM wallets: the messages, and the common names of the chains. */
export type EvmTexts = EvmMessages & {
  chainName: typeof evmChainName
  explorerLink: typeof evmExplorerLink
}

const MESSAGES = createLazyMessages(loadEvmTexts)

/** @param isWanted whether the messages are needed. @default true */
export function useEvmMessages(isWanted = true): LoadingMessages<EvmTexts> {
  const { boot } = useServices()
  return useLazyMessages(MESSAGES, isWanted && boot.evm !== null)
}

/** Fetches the messages before a component shows them. Rejects where they do not load. */
export function fetchEvmMessages(language: Language): Promise<void> {
  return MESSAGES(language).arrive()
}

/** The condition is a constant of the build: where EVM wallets are not offered, these chunks do not exist. */
async function loadEvmTexts(language: Language): Promise<EvmTexts> {
  if (__EVM__) {
    const [messages, chains] = await Promise.all([
      loadEvmMessages(language),
      import('#shared/evm-chains.ts'),
    ])
    return { ...messages, chainName: chains.evmChainName, explorerLink: chains.evmExplorerLink }
  }
  throw new Error('not in this build')
}
