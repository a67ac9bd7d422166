import type { Log } from '../log/log.ts'
import type { EpochMs } from '../store/database/stored.ts'
import { createPoller, type Poller } from './poller.ts'

/** How often the two clocks are compared, in milliseconds. */
const PAUSE_MS = 10_000
/** A clock that is set back by less changes nothing that anybody notices, in milliseconds. */
const LEAST_MS = 5_000

export type WatchClockDeps = {
  now: () => EpochMs
  /** Milliseconds that only ever grow. @default performance.now */
  elapsed?: () => number
  /** Called until it succeeds. */
  onSetBack: (byMs: number) => Promise<void>
  log: Log
}

/** Notices when the system's clock is set back. What the server has scheduled would otherwise be late by as much. */
export function watchClock({
  now,
  elapsed = () => performance.now(),
  onSetBack,
  log,
}: WatchClockDeps): Poller {
  const read = () => now() - elapsed()
  let known = read()

  async function compare(): Promise<void> {
    const present = read()
    const byMs = Math.round(known - present)
    if (byMs >= LEAST_MS) {
      await onSetBack(byMs)
      log.warn({ byMs }, 'the clock was set back; what was scheduled by it is due as much earlier')
    }
    known = present
  }

  return createPoller(async () => {
    await compare().catch((error: unknown) => log.error({ error }, 'clock: times not set back'))
    return PAUSE_MS
  })
}
