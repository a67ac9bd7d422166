import { getCurrentConfirmations } from './get-current-confirmations.ts'
import { createPoller, type Poller } from '../process/poller.ts'
import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
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
  /** From 0 to below 1: spreads the checks of older cosignings over time. */
  random: () => number
}

/** How long one process leases a cosigning, and the shortest time between two checks of it, in milliseconds. */
const LEASE_MS = 15_000
const POLL_MS = 5_000
const COSIGNINGS_AT_ONCE = 20
const REFRESHES_AT_ONCE = 5

/**
 * Polls the open cosignings. Links those whose chain was down when the last confirmation came, and checks the other
 * places where owners may have confirmed. Failures are retried.
 */
export function createCosigningWatch(deps: WatchDeps): Poller {
  return createPoller(async (stopping) => ((await refreshSome(deps, stopping)) ? 0 : POLL_MS))
}

/**
 * One round. Returns whether there may be more.
 *
 * @param stopping once aborted, no further cosigning is refreshed: each is due again when its lease ends
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

/** A failure does not stop the other refreshes. */
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
  // If the account has accepted, the cosigning is settled, or waits for its starter.
  if (elsewhere.verdict !== 'accepted') await linkIfComplete(elsewhere.cosigning, refreshed, deps)
}

/** Draws a random number at each lease, so that checks have the right frequency whichever process holds the lease. */
function isRefreshDue({ createdAt }: StoredCosigning, { now, random }: WatchDeps): boolean {
  return random() < LEASE_MS / refreshPauseMs(now() - createdAt)
}

/** Whether there were enough confirmations of owners, as far as is known, and no problem is known. */
function isOnlyChainMissing(cosigning: StoredCosigning): boolean {
  const { multisig, problem } = cosigning
  return problem === null && getCurrentConfirmations(cosigning).length >= multisig.threshold
}
