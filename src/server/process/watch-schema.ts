import { DATABASE_SENTENCES } from '../log/database-failure.ts'
import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'
import { createPoller, type Poller } from './poller.ts'
import { StartError } from './start-error.ts'

/** How often the tables are looked at, in milliseconds. */
const PAUSE_MS = 1_000

type WatchSchemaDeps = {
  store: Pick<Store, 'judgeSchema'>
  log: Log
  /** Called once this build cannot work with the tables any longer. */
  onChange: (reason: StartError) => void
}

/** Notices when another version has changed the tables so that this one must not go on. */
export function watchSchema({ store, log, onChange }: WatchSchemaDeps): Poller {
  return createPoller(async () => {
    try {
      const verdict = await store.judgeSchema()
      if (verdict !== 'current') onChange(new StartError(DATABASE_SENTENCES[verdict]))
    } catch (error) {
      // A database that is away says nothing about its tables; `/readyz` reports it.
      log.debug({ error }, 'schema: not looked at')
    }
    return PAUSE_MS
  })
}
