import { getCurrentConfirmations } from '../get-current-confirmations.ts'
import { createPoller, type Poller } from '../poller.ts'
import type { StoredCosigning } from '../store/multisig-store.ts'
import type { Store } from '../store/store.ts'
import { mapLimit } from './map-limit.ts'
import { askElsewhere, type ElsewhereDeps } from './ask-elsewhere.ts'
import { refreshPauseMs } from './refresh-pause.ts'
import type { Multisigs } from './multisigs.ts'
import { linkIfComplete } from './link-if-complete.ts'
import { withReading } from './with-reading.ts'

export type WatchDeps = ElsewhereDeps & {
  store: Pick<Store, 'leaseCosignings'>
  multisigs: Pick<Multisigs, 'readNow'>
  /** From 0 to below 1: spreads the looks at cosignings that are no longer young. */
  random: () => number
}

/** How long one process keeps a cosigning to itself, and the least time between two looks at it, in milliseconds. */
const LEASE_MS = 15_000
const POLL_MS = 5_000
const COSIGNINGS_AT_ONCE = 20
const REFRESHES_AT_ONCE = 5

/**
 * Looks after open cosignings from the store: links those whose chain was down when the last confirmation came, and asks where
 * else owners may have confirmed. What fails is tried again.
 */
export function createCosigningWatch(deps: WatchDeps): Poller {
  return createPoller(async (stopping) => ((await refreshSome(deps, stopping)) ? 0 : POLL_MS))
}

/**
 * One round. Answers whether there may be more.
 *
 * @param stopping none is begun any more once it is aborted: its lease brings it back
 */
export async function refreshSome(deps: WatchDeps, stopping: AbortSignal): Promise<boolean> {
  try {
    const lease = { until: deps.now() + LEASE_MS, limit: COSIGNINGS_AT_ONCE }
    const leased = await deps.store.leaseCosignings(lease, deps.now())
    await mapLimit(leased, REFRESHES_AT_ONCE, async (cosigning) => {
      if (!stopping.aborted) await refreshOne(cosigning, deps)
    })
    return leased.length === COSIGNINGS_AT_ONCE
  } catch (error) {
    logFailure(error, deps)
    return false
  }
}

/** One that fails does not stop the others. */
async function refreshOne(cosigning: StoredCosigning, deps: WatchDeps): Promise<void> {
  try {
    await refreshCosigning(cosigning, deps)
  } catch (error) {
    logFailure(error, deps)
  }
}

function logFailure(error: unknown, { log }: Pick<WatchDeps, 'log'>): void {
  log.error({ error }, 'cosignings: store failed')
}

async function refreshCosigning(cosigning: StoredCosigning, deps: WatchDeps): Promise<void> {
  const isDue = isRefreshDue(cosigning, deps)
  if (!isDue && !isOnlyChainMissing(cosigning)) return
  const refreshed = await deps.multisigs.readNow(cosigning.multisig)
  const current = withReading(cosigning, refreshed.multisig)
  const isAsked = isDue && refreshed.state === 'current'
  if (!isAsked || current.method !== 'signatures')
    return void (await linkIfComplete(current, refreshed, deps))
  const elsewhere = await askElsewhere(current, deps)
  // What the account has accepted is settled, or waits for its starter.
  if (elsewhere.verdict !== 'accepted') await linkIfComplete(elsewhere.cosigning, refreshed, deps)
}

/** Each lease is one throw of the dice, so that looks come as often as they should whichever process has it. */
function isRefreshDue({ createdAt }: StoredCosigning, { now, random }: WatchDeps): boolean {
  return random() < LEASE_MS / refreshPauseMs(now() - createdAt)
}

/** Whether there were enough confirmations, of owners as far as is known, and nothing that is known confirms against them. */
function isOnlyChainMissing(cosigning: StoredCosigning): boolean {
  const { multisig, problem } = cosigning
  return problem === null && getCurrentConfirmations(cosigning).length >= multisig.threshold
}
