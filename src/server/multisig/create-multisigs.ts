import { RECOGNITION_BUDGET_MS } from '#shared/limits.ts'
import type { StoredMultisig, EpochMs } from '../store/database/stored.ts'
import type { Store } from '../store/store.ts'
import { type Budget, startBudget } from './budget.ts'
import { findBySigner } from './find-by-signer.ts'
import { isRecent } from './is-recent.ts'
import type { Multisigs, Refreshed, Recognition } from './multisigs.ts'
import { getLocation, type MultisigLocation } from './location.ts'
import { createReadings, type Readings, type ReadingsDeps } from './readings.ts'
import { evmNetwork } from '#shared/evm-network.ts'
import type { SafeService } from '../chains/safe-service.ts'

export type MultisigsDeps = ReadingsDeps & {
  store: Pick<Store, 'listOwnerMultisigs' | 'noteMissing'>
  /** Null where no service can list the Safes that a key owns. */
  safeService: SafeService | null
  /** How long finding may take, in milliseconds. @default RECOGNITION_BUDGET_MS */
  budgetMs?: number
}

/** `idle` waits for the work that continues after an answer was returned. */
export function createMultisigs(deps: MultisigsDeps): Multisigs & { idle(): Promise<void> } {
  const { budgetMs = RECOGNITION_BUDGET_MS, tonChain } = deps
  const readings = createReadings(deps)

  async function within<Done>(work: (budget: Budget) => Promise<Done>): Promise<Done> {
    const budget = startBudget(budgetMs)
    try {
      return await work(budget)
    } finally {
      budget.end()
    }
  }

  async function readBy(read: Readings['read'], multisig: StoredMultisig): Promise<Refreshed> {
    // The operator has switched to another network since then, so this multisig cannot be read here.
    if (multisig.family === 'ton' && multisig.network !== tonChain.network) return asItWas(multisig)
    const seenAt = deps.now()
    const reading = await read(getLocation(multisig))
    if (reading === 'unreachable') return asItWas(multisig)
    if (typeof reading !== 'string') return { multisig: reading, state: 'current' }
    if (await isGoneForGood(multisig, seenAt, deps)) await readings.judgeGone(multisig, reading)
    return { multisig, state: 'gone' }
  }

  /** Also waits until the links are judged by the new reading. */
  async function readAndJudge(multisig: StoredMultisig): Promise<Refreshed> {
    const refreshed = await readBy((location) => readings.read(location), multisig)
    await readings.judged(refreshed.multisig)
    return refreshed
  }

  return {
    idle: () => readings.idle(),
    readAt: (account, block) => readings.readAt(account, block),
    readNow: (multisig) => readBy((location) => readings.readAnew(location), multisig),
    at: (location) =>
      within((budget) =>
        readFound(listLocations(location, deps), {
          readings,
          budget,
          tonNetwork: tonChain.network,
        }),
      ),
    findBySigner: (key) => within((budget) => findBySigner(key, { ...deps, readings, budget })),
    async refresh(multisig, maxAgeMs) {
      if (isRecent(multisig, { maxAgeMs, now: deps.now() })) return { multisig, state: 'current' }
      const refreshed = await within((budget) => budget.wait(readAndJudge(multisig)))
      return refreshed === 'late' ? asItWas(multisig) : refreshed
    },
  }
}

function asItWas(multisig: StoredMultisig): Refreshed {
  return { multisig, state: 'unreachable' }
}

function listLocations(
  location: Parameters<Multisigs['at']>[0],
  deps: MultisigsDeps,
): MultisigLocation[] {
  if (location.family === 'ton') return [location]
  const { address, chainId } = location
  const chains = chainId === null ? (deps.evmChains?.ids ?? []) : [chainId]
  return chains.map((id) => ({ family: 'evm', address, chainId: id }))
}

/** For how long a chain must have shown no multisig where there was one, in milliseconds. */
const GONE_AFTER_MS = 60 * 60_000

/**
 * Whether links to a multisig must treat it as gone, after its chain has just shown none at its address. A node that is
 * behind its chain shows none either, and a stale link stays stale. So the chain must show none again after
 * {@link GONE_AFTER_MS}, with no other reading in between.
 *
 * @param seenAt when the chain was queried
 */
async function isGoneForGood(
  { id }: StoredMultisig,
  seenAt: EpochMs,
  { store }: { store: Pick<Store, 'noteMissing'> },
): Promise<boolean> {
  const since = await store.noteMissing(id, seenAt)
  return since !== null && seenAt - since >= GONE_AFTER_MS
}

type ReadDeps = { readings: Readings; budget: Budget; tonNetwork: string }

/** Reads all locations in parallel. Chains that do not answer in time are listed in the result. */
async function readFound(
  locations: readonly MultisigLocation[],
  { readings, budget, tonNetwork }: ReadDeps,
): Promise<Recognition> {
  const results = await Promise.all(
    locations.map(async (location) => ({
      location,
      reading: await budget.wait(readings.read(location)),
    })),
  )
  const silent = results.filter(({ reading }) => reading === 'unreachable' || reading === 'late')
  return {
    found: results.flatMap(({ reading }) => (typeof reading === 'string' ? [] : [reading])),
    unreachable: silent.map(({ location }) =>
      location.family === 'ton' ? tonNetwork : evmNetwork(location.chainId),
    ),
    hasLookalike: results.some(({ reading }) => reading === 'lookalike'),
    canList: true,
  }
}
