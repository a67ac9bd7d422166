import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'
import { createPoller, type Poller } from './poller.ts'

/** How often it is looked whether there is anything to do, in milliseconds. Also the pause after a failure. */
const LOOK_MS = 60_000
/** How much longer it pauses after a batch than that took. */
const REST = 2

type FollowNamesDeps = { store: Pick<Store, 'followNames'>; log: Log }

/**
 * Stores by what members are found by name, or deletes it under `ADMIN_NAMES=off`. It pauses after each batch for twice as
 * long as that took, so that members wait little.
 */
export function followNames({ store, log }: FollowNamesDeps): Poller {
  async function work(): Promise<number> {
    const startedAt = performance.now()
    const isUnderWay = await store.followNames()
    return isUnderWay ? REST * (performance.now() - startedAt) : LOOK_MS
  }

  return createPoller(() =>
    work().catch((error: unknown) => {
      log.error({ error }, 'names of members: not updated')
      return LOOK_MS
    }),
  )
}
