import type { evmChainName, evmExplorerLink } from '#shared/evm-chains.ts'
import type { Language } from '#shared/languages.ts'
import { loadEvmMessages } from '../i18n/evm/load-evm-messages.ts'
import type { EvmMessages } from '../i18n/evm/messages.ts'
import { createLazyWords, type LoadingWords, useLazyWords } from './lazy-words.ts'
import { useServices } from './use-services.ts'

/** Everything that can be said about EVM wallets: the words, and what people call the chains. */
export type EvmWords = EvmMessages & {
  chainName: typeof evmChainName
  explorerLink: typeof evmExplorerLink
}

const WORDS = createLazyWords(loadEvmWords)

/** @param isWanted whether there is anything to say. @default true */
export function useEvmWords(isWanted = true): LoadingWords<EvmWords> {
  const { boot } = useServices()
  return useLazyWords(WORDS, isWanted && boot.evm !== null)
}

/** Fetches the words before anything shows them. */
export function fetchEvmWords(language: Language): void {
  WORDS(language).load()
}

/** The condition is a constant of the build: where EVM wallets are not offered, there are no such chunks. */
async function loadEvmWords(language: Language): Promise<EvmWords> {
  if (__EVM__) {
    const [messages, chains] = await Promise.all([
      loadEvmMessages(language),
      import('#shared/evm-chains.ts'),
    ])
    return { ...messages, chainName: chains.evmChainName, explorerLink: chains.evmExplorerLink }
  }
  throw new Error('not in this build')
}
