import { type Hex, numberToHex, recoverAddress, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createEvmChains } from '#server/chains/evm.ts'
import { createLog } from '#server/log/log.ts'
import { createMultisigs } from '#server/multisig/create-multisigs.ts'
import type { Store } from '#server/store/store.ts'
import { checkCoSignatures } from '#server/multisig/co-signatures.ts'
import { DEFAULT_EVM_CHAINS } from '#shared/evm-chains.ts'
import { RECOGNITION_BUDGET_MS } from '#shared/limits.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { type FarChain, startFarChain } from './far-chain.ts'
import { openBenchStore } from './bench-store.ts'
import { type Dialect, onEachDialect } from './dialects.ts'
import { median, ms } from './statistics.ts'
import { after } from './undoing.ts'

/**
 * `npm run bench:multisig`: how long it takes to recognise one address on six chains, each in a process of its own and
 * a round trip away; and what checking collected signatures costs over the bare recoveries. Bounded: about a minute.
 */
const ROUND_TRIP_MS = 150
const REFRESHES = 15
const OWNER_COUNTS = [2, 5, 10, 20]
const ROUNDS = 9
/** Recoveries in one round, whatever the number of owners. */
const RECOVERIES_A_ROUND = 60

const accounts = Array.from({ length: 20 }, (_, index) =>
  privateKeyToAccount(numberToHex(index + 1, { size: 32 })),
)

await onEachDialect(benchRecognition, { only: 'sqlite' })
await benchSignatures()

async function benchRecognition({ create }: Dialect): Promise<void> {
  const owners = accounts.slice(0, 3).map(({ address }) => address)
  const chains: FarChain[] = []
  // One after another: each deploys five contracts.
  for (const id of DEFAULT_EVM_CHAINS) {
    const chain = await startFarChain(id, { owners, threshold: 2 }, ROUND_TRIP_MS)
    after(() => chain.close())
    chains.push(chain)
  }
  const databaseUrl = await create('bench')
  const store = await openBenchStore(databaseUrl)
  const look = () => refreshAll(chains, store)
  const timings: number[] = []
  for (let index = 0; index < REFRESHES; index += 1) timings.push(await look())
  const requests = chains.map((chain) => chain.requests() / REFRESHES)
  const [last] = chains.slice(-1)
  last?.silence()
  const partial = await look()
  await store.close()
  const budget = `budget ${RECOGNITION_BUDGET_MS} ms`
  print(
    `one address on ${chains.length} chains, ${ROUND_TRIP_MS} ms away each`,
    `median ${ms(median(timings))}, longest ${ms(Math.max(...timings))} (${budget})`,
  )
  print('  the same, one of them silent: the others shown', `${ms(partial)} (${budget})`)
  print('  HTTP requests for each look, by chain', requests.join(', '))
}

/** Milliseconds. As a new process would, which has not asked these chains yet. */
async function refreshAll(chains: readonly FarChain[], store: Store): Promise<number> {
  const evmChains = createEvmChains({
    chains: chains.map(({ id, url }) => ({ id, rpcUrls: [url] })),
    fetch,
  })
  const multisigs = createMultisigs({
    store,
    evmChains,
    tonChain: createTestTonChain(),
    safeService: null,
    now: Date.now,
    log: createLog('silent'),
    onEvent: () => {},
  })
  const address = chains[0]?.safe ?? ''
  const startedAt = performance.now()
  const { found, unreachable } = await multisigs.at({ family: 'evm', address, chainId: null })
  const took = performance.now() - startedAt
  if (found.length + unreachable.length !== chains.length) throw new Error('a Safe is missing')
  if (found.length < chains.length - 1) throw new Error('too many chains did not answer')
  await multisigs.idle()
  return took
}

async function benchSignatures(): Promise<void> {
  const safe = { chainId: 1, address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A' }
  const text = 'Link this Safe to the Telegram account @ada_lovelace (id 279058397).'
  const signed = await Promise.all(
    accounts.map((account) => account.signTypedData(safeTypedData(safe, text))),
  )
  const hash = safeMessageHash(safe, text)
  for (const count of OWNER_COUNTS) {
    const hexes = signed.slice(0, count)
    const signatures = hexes.map((hex) => toBytes(hex))
    const owners = accounts.slice(0, count).map(({ address }) => address)
    const ours = () => {
      const { bundle } = checkCoSignatures({
        safe,
        text,
        owners,
        threshold: count,
        signatures,
      })
      if (bundle === null) throw new Error('good signatures were refused')
    }
    await compare(count, { bare: () => recoverAll(hash, hexes), ours })
  }
}

async function recoverAll(hash: Hex, signatures: readonly Hex[]): Promise<void> {
  await Promise.all(signatures.map((signature) => recoverAddress({ hash, signature })))
}

type Work = () => void | Promise<void>

/** In turn, so that whatever else the machine does meets both alike. Medians of rounds. */
async function compare(count: number, { bare, ours }: { bare: Work; ours: Work }): Promise<void> {
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const spent = { bare: 0, ours: 0 }
    for (let run = 0; run < RECOVERIES_A_ROUND; run += count) {
      spent.bare += await cpuTime(bare)
      spent.ours += await cpuTime(ours)
    }
    rounds.push(spent)
  }
  // The first round warms up.
  const ratios = rounds.slice(1).map((spent) => spent.ours / spent.bare)
  const took = median(rounds.slice(1).map((spent) => spent.ours)) / (RECOVERIES_A_ROUND / count)
  print(
    `signatures of ${count} owners`,
    `${ms(took)} of CPU, ${median(ratios).toFixed(2)} times the bare recoveries (aim: 1.2 at most)`,
  )
}

/** Milliseconds of this process: other processes are no part of it. */
async function cpuTime(work: Work): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function print(name: string, value: string): void {
  console.log(`${name.padEnd(52)} ${value}`)
}
