import type { Busy } from './busy.ts'
import type { EvmChains, ExclusiveEvmChains } from './evm-chain.ts'
import type { ExclusiveTonChain, TonChain } from './ton-chain.ts'
import type { Family } from '#shared/wallet.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Runs a query to a chain, unless another one of the same member is under way. */
export type RunExclusive = <Answer>(query: () => Promise<Answer>) => Promise<Answer | Busy>

/**
 * Limits each member to one query at a time. A made-up proof can cause queries without any signature, and the chains
 * limit the rate of all members together. A second query does not run: the member is `busy`, and retries a moment
 * later.
 */
export function createUserQueue(): (memberId: string) => RunExclusive {
  const running = new Set<string>()
  return (memberId) => async (query) => {
    if (running.has(memberId)) return 'busy'
    running.add(memberId)
    try {
      return await query()
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
    readAcceptance: (chainId, query) => runExclusive(() => chains.readAcceptance(chainId, query)),
  }
}

type Timing = { family: Family; runExclusive: RunExclusive; metrics: Pick<Metrics, 'proofChecked'> }

/**
 * Measures how long the check itself takes, without the time that a chain needs to answer.
 *
 * @param check runs its queries through the given turn
 */
export async function timeCheck<Verdict>(
  { family, runExclusive, metrics }: Timing,
  check: (runExclusive: RunExclusive) => Promise<Verdict>,
): Promise<Verdict> {
  const startedAt = performance.now()
  let waitedMs = 0
  const verdict = await check(async (query) => {
    let waitedFrom: number | null = null
    // The event loop comes round only after the computing part of a query, so this counts waiting alone.
    const waiting = setImmediate(() => void (waitedFrom = performance.now()))
    try {
      return await runExclusive(query)
    } finally {
      clearImmediate(waiting)
      if (waitedFrom !== null) waitedMs += performance.now() - waitedFrom
    }
  })
  metrics.proofChecked(family, performance.now() - startedAt - waitedMs)
  return verdict
}
