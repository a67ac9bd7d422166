import type { Log } from './log.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 60 * 60 * 1_000
/** How long a settled attempt, an ended session or a seen update is kept, in milliseconds. */
const RETENTION_MS = 24 * HOUR_MS

/** Deletes what has had its time, every hour until the returned function is called. */
export function sweepHourly({
  store,
  log,
  now,
}: {
  store: Store
  log: Log
  now: () => number
}): () => void {
  const timer = setInterval(() => {
    store
      .sweep(now() - RETENTION_MS)
      .catch((error: unknown) => log.error({ error }, 'sweep failed'))
  }, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
