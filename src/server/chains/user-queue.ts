import type { Busy } from '#server/verify/busy.ts'
import type { EvmChains, ExclusiveEvmChains } from '#server/verify/evm-chain.ts'
import type { ExclusiveTonChain, TonChain } from '#server/verify/ton-chain.ts'

/** Runs a query to a chain, unless another one of the same member is under way. */
export type RunExclusive = <Answer>(question: () => Promise<Answer>) => Promise<Answer | Busy>

/**
 * Limits each member to one query at a time. A made-up proof can cause queries without any signature, and the chains
 * limit the rate of all members together. A second query does not run: the member is `busy`, and retries a moment
 * later.
 */
export function createUserQueue(): (memberId: string) => RunExclusive {
  const running = new Set<string>()
  return (memberId) => async (question) => {
    if (running.has(memberId)) return 'busy'
    running.add(memberId)
    try {
      return await question()
    } finally {
      running.delete(memberId)
    }
  }
}

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
    readAcceptance: (chainId, question) =>
      runExclusive(() => chains.readAcceptance(chainId, question)),
  }
}
