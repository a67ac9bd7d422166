import type { Log } from '../log/log.ts'
import { createPoller, type Poller } from '../process/poller.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs } from '../store/database/stored.ts'

export type SweeperDeps = {
  store: Pick<Store, 'closeDueCosignings'>
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

const POLL_MS = 30_000
const COSIGNINGS_AT_ONCE = 50

/** Closes expired cosignings, and writes the updates and reminders for their members. */
export function createCosigningSweeper(deps: SweeperDeps): Poller {
  return createPoller(async () => {
    try {
      const closed = await deps.store.closeDueCosignings(COSIGNINGS_AT_ONCE, deps.now())
      if (closed > 0) deps.onEvent()
      return closed === COSIGNINGS_AT_ONCE ? 0 : POLL_MS
    } catch (error) {
      deps.log.error({ error }, 'cosignings: store failed')
      return POLL_MS
    }
  })
}
