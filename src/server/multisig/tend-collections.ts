import type { Log } from '../log.ts'
import { createPoller, type Poller } from '../poller.ts'
import type { EpochMs, Store } from '../store/store.ts'

export type TendDeps = {
  store: Pick<Store, 'tendCollections'>
  now: () => EpochMs
  log: Log
  /** Called after events were written. */
  onEvent: () => void
}

const POLL_MS = 30_000
const COLLECTIONS_AT_ONCE = 50

/** Closes collections that have had their time, and has their members told and reminded. */
export function createCollectionTending(deps: TendDeps): Poller {
  return createPoller(async () => {
    try {
      const tended = await deps.store.tendCollections(COLLECTIONS_AT_ONCE, deps.now())
      if (tended > 0) deps.onEvent()
      return tended === COLLECTIONS_AT_ONCE ? 0 : POLL_MS
    } catch (error) {
      deps.log.error({ error }, 'collections: store failed')
      return POLL_MS
    }
  })
}
