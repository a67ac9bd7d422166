import { DATABASE_SENTENCES } from '../log/database-failure.ts'
import type { Log } from '../log/log.ts'
import { WrongDataKeyError } from '../store/database/judge-keys.ts'
import { MoveError } from '../store/database/move-mark.ts'
import type { Store } from '../store/store.ts'
import { createPoller, type Poller } from './poller.ts'
import { StartError } from './start-error.ts'

/** How often the database is looked at, in milliseconds. */
const PAUSE_MS = 1_000

/** What another process has changed so that this one must not go on. */
export const DATABASE_CHANGES = ['schema', 'key', 'moved'] as const
export type DatabaseChange = (typeof DATABASE_CHANGES)[number]

type WatchDatabaseDeps = {
  store: Pick<Store, 'judgeSchema' | 'followKeys' | 'requireUsable'>
  log: Log
  /** Called once this process cannot work with the database any longer. */
  onChange: (what: DatabaseChange, reason: StartError) => void
}

/** Notices when another version has changed the tables, and when another process changes the key or has moved the database. */
export function watchDatabase({ store, log, onChange }: WatchDatabaseDeps): Poller {
  return createPoller(async () => {
    try {
      const verdict = await store.judgeSchema()
      if (verdict !== 'current') onChange('schema', new StartError(DATABASE_SENTENCES[verdict]))
      await store.followKeys()
      await store.requireUsable()
    } catch (error) {
      if (error instanceof WrongDataKeyError) onChange('key', new StartError(error.message))
      else if (error instanceof MoveError) onChange('moved', new StartError(error.message))
      // A database that is away says nothing of this; `/readyz` reports it.
      else log.debug({ error }, 'database: state not read')
    }
    return PAUSE_MS
  })
}
