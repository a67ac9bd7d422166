import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
import type { TonAccountKey, TonChain, TonKeyReport } from '#server/chains/ton-chain.ts'

type ReadAnswer = Awaited<ReturnType<TonChain['readMultisig']>>
/** An answer that may arrive later. */
type ChainReading = ReadAnswer | Promise<ReadAnswer>

/** A TON chain whose answers the test sets. By default every account is inactive and there is no multisig. */
export function createTestTonChain(network: TonChain['network'] = '-239') {
  const answers = new Map<string, TonAccountKey>()
  const multisigs = new Map<string, ChainReading>()
  const asked: string[] = []
  const confirmed = new Set<string>()
  let isReachable = true
  let isDisagreed = false
  return {
    network,
    asked,
    /** @param isConfirmed whether two APIs agree */
    setAccount(address: string, answer: TonAccountKey, isConfirmed = false): void {
      answers.set(address, answer)
      if (isConfirmed) confirmed.add(address)
      else confirmed.delete(address)
    },
    setMultisig: (address: string, answer: ChainReading) => void multisigs.set(address, answer),
    setReachable: (reachable: boolean) => void (isReachable = reachable),
    /** Two APIs name different keys for every account. */
    setDisagreement: (disagreed: boolean) => void (isDisagreed = disagreed),
    accountKey(address: string): Promise<TonKeyReport> {
      asked.push(address)
      if (!isReachable) return Promise.resolve({ status: 'unreachable' })
      if (isDisagreed) return Promise.resolve({ status: 'disagreement' })
      const answer = answers.get(address) ?? { status: 'inactive' }
      return Promise.resolve({ ...answer, isConfirmed: confirmed.has(address) })
    },
    readMultisig(address: string): Promise<ReadAnswer> {
      asked.push(address)
      return Promise.resolve(isReachable ? (multisigs.get(address) ?? 'none') : 'unreachable')
    },
    async getMultisigs(address: string): Promise<readonly string[] | 'unreachable'> {
      asked.push(address)
      if (!isReachable) return 'unreachable'
      const readings = [...multisigs.values()].map((reading) => Promise.resolve(reading))
      const found = (await Promise.all(readings)).filter(isMultisig)
      const own = found.filter(({ owners, proposers }) =>
        [...owners, ...proposers].includes(address),
      )
      return own.map((multisig) => multisig.address)
    },
  } satisfies TonChain & Record<string, unknown>
}

function isMultisig(answer: ReadAnswer): answer is ReadTonMultisig {
  return typeof answer !== 'string'
}
