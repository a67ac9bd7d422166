import type { TonChain } from '#server/verify/ton-chain.ts'

/**
 * The chain as one of many members may ask it: one question at a time. Whoever makes a StateInit up can
 * have the chain asked without any signature, and the chain answers all members together only so often.
 * A second question finds the chain `unreachable`: to be asked again.
 */
export function oneQuestionEach(chain: TonChain): (memberId: string) => TonChain {
  const asking = new Set<string>()
  return (memberId) => ({
    network: chain.network,
    async accountKey(address) {
      if (asking.has(memberId)) return { status: 'unreachable' }
      asking.add(memberId)
      try {
        return await chain.accountKey(address)
      } finally {
        asking.delete(memberId)
      }
    },
  })
}
