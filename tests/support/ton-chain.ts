import type { TonAccountKey, TonChain } from '#server/verify/ton-chain.ts'

/** A TON chain whose answers the test sets: inactive for every account until told otherwise. */
export function createTestTonChain(network: TonChain['network'] = '-239') {
  const answers = new Map<string, TonAccountKey>()
  const asked: string[] = []
  let isReachable = true
  return {
    network,
    asked,
    setAccount: (address: string, answer: TonAccountKey) => void answers.set(address, answer),
    setReachable: (reachable: boolean) => void (isReachable = reachable),
    accountKey(address: string): Promise<TonAccountKey> {
      asked.push(address)
      if (!isReachable) return Promise.resolve({ status: 'unreachable' })
      return Promise.resolve(answers.get(address) ?? { status: 'inactive' })
    },
  } satisfies TonChain & Record<string, unknown>
}
