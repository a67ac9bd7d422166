import { MULTISIG_MAX_AGE_MS } from '#shared/limits.ts'
import type { Log } from '../log/log.ts'
import { createPoller, type Poller } from '../process/poller.ts'
import type { StoredMultisig, EpochMs } from '../store/database/stored.ts'
import type { Store } from '../store/store.ts'
import { mapLimit } from './map-limit.ts'
import type { Multisigs } from './multisigs.ts'

export type ChecksDeps = {
  store: Pick<Store, 'leaseMultisigChecks'>
  multisigs: Multisigs & { idle(): Promise<void> }
  now: () => EpochMs
  log: Log
}

/** How long one process leases a multisig, in milliseconds. One that could not be read is retried after the lease. */
const LEASE_MS = 5 * 60_000
/** Pause between two rounds, in milliseconds. It spreads the requests to chains evenly over time. */
const REST_MS = 10_000
const MULTISIGS_A_ROUND = 10
const READS_AT_ONCE = 3

/** Reads every multisig with links or open cosignings again once an hour. A chain that is down changes nothing. */
export function createMultisigChecks(deps: ChecksDeps): Poller {
  const poller = createPoller(async (stopping) => {
    await checkSome(deps, stopping)
    return REST_MS
  })
  return {
    ...poller,
    async stop() {
      await poller.stop()
      await deps.multisigs.idle()
    },
  }
}

/**
 * One round.
 *
 * @param stopping once aborted, no further multisig is read: each is due again when its lease ends
 */
export async function checkSome(deps: ChecksDeps, stopping: AbortSignal): Promise<void> {
  const now = deps.now()
  const lease = {
    before: now - MULTISIG_MAX_AGE_MS,
    until: now + LEASE_MS,
    limit: MULTISIGS_A_ROUND,
  }
  try {
    const due = await deps.store.leaseMultisigChecks(lease, now)
    await mapLimit(due, READS_AT_ONCE, async (multisig) => {
      if (!stopping.aborted) await checkOne(multisig, deps)
    })
  } catch (error) {
    logFailure(error, deps)
  }
}

/** A failure does not stop the other checks. */
async function checkOne(multisig: StoredMultisig, deps: ChecksDeps): Promise<void> {
  try {
    await deps.multisigs.refresh(multisig, MULTISIG_MAX_AGE_MS)
  } catch (error) {
    logFailure(error, deps)
  }
}

function logFailure(error: unknown, { log }: Pick<ChecksDeps, 'log'>): void {
  log.error({ error }, 'multisigs: store failed')
}
