import { RECOGNITION_BUDGET_MS } from '#shared/limits.ts'
import type { StoredMultisig } from '../store/stored.ts'
import type { Store } from '../store/store.ts'
import { type Budget, startBudget } from './budget.ts'
import { findBySigner } from './find-by-signer.ts'
import { isGoneForGood } from './is-gone-for-good.ts'
import { readFound } from './read-found.ts'
import type { Multisigs, Refreshed } from './multisigs.ts'
import { getLocation, type MultisigLocation } from './location.ts'
import { createReadings, type Readings, type ReadingsDeps } from './readings.ts'
import type { SafeService } from './safe-service.ts'

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
      if (deps.now() - multisig.checkedAt <= maxAgeMs) return { multisig, state: 'current' }
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
