import type { ExclusiveEvmChains, EvmChains } from '#server/verify/evm-chain.ts'
import type { ExclusiveTonChain, TonChain } from '#server/verify/ton-chain.ts'
import type { RunExclusive } from './user-queue.ts'

/** The chain with one member's limit: one query at a time. */
export function exclusiveTonChain(chain: TonChain, runExclusive: RunExclusive): ExclusiveTonChain {
  return {
    network: chain.network,
    async accountKey(address) {
      const answer = await runExclusive(() => chain.accountKey(address))
      return answer === 'busy' ? { status: answer } : answer
    },
  }
}

/** The chains with one member's limit: one query at a time. */
export function exclusiveEvmChains(
  chains: EvmChains,
  runExclusive: RunExclusive,
): ExclusiveEvmChains {
  return {
    codeAt: (chainId, address) => runExclusive(() => chains.codeAt(chainId, address)),
    isValidSignature: (chainId, question) =>
      runExclusive(() => chains.isValidSignature(chainId, question)),
  }
}
