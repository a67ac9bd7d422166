import type { Log } from '../log/log.ts'
import type { KeyChange } from '../store/database/judge-keys.ts'
import type { Store } from '../store/store.ts'
import { createPoller, type Poller } from './poller.ts'

/**
 * How long a pass waits before it begins, in milliseconds: longer than other processes need to notice what it changes for
 * them, and than a transaction of before that lasts.
 */
const SETTLE_MS = 20_000
/** How often it is looked whether there is anything to do, in milliseconds. Also the pause after a failure. */
const LOOK_MS = 10_000

/** How much longer it pauses after a batch than that took. */
const REST = 2

type ChangeKeyDeps = {
  store: Pick<Store, 'followKeys' | 'sealAnew' | 'describeKeys'>
  log: Log
  /** @default 20 seconds */
  settleMs?: number | undefined
}

/**
 * Seals the database anew under the first key of DATA_KEY, where that was begun. It pauses after each batch for twice
 * as long as that took, so that members wait little. Several processes take turns.
 */
export function changeKey({ store, log, settleMs = SETTLE_MS }: ChangeKeyDeps): Poller {
  /** The pass for which this process has waited. */
  let settledPass = -1
  /** The pass that is under way; null while there is none, undefined before the first look. */
  let pass: number | null | undefined

  async function look(): Promise<KeyChange | null> {
    const change = await store.followKeys()
    const before = pass
    pass = change === null || change.isOver ? null : change.pass
    const note = pass === before ? null : await store.describeKeys()
    if (note) log.warn(`${note.found} ${note.fix}`)
    return pass === null ? null : change
  }

  async function work(): Promise<number> {
    const change = await look()
    if (change === null) return LOOK_MS
    if (change.done === 0 && change.pass !== settledPass) {
      settledPass = change.pass
      return settleMs
    }
    const startedAt = performance.now()
    await store.sealAnew(change.pass)
    return REST * (performance.now() - startedAt)
  }

  return createPoller(() =>
    work().catch((error: unknown) => {
      const isUnderWay = typeof pass === 'number'
      log[isUnderWay ? 'error' : 'debug']({ error }, 'DATA_KEY: nothing was sealed anew')
      return LOOK_MS
    }),
  )
}
