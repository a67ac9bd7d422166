import type { Log } from '../log/log.ts'
import type { Store } from '../store/store.ts'
import type { Retention } from '../store/upkeep/sweep.ts'
import type { EpochMs } from '../store/database/stored.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type SweepDeps = {
  store: Pick<Store, 'sweep'>
  retention: Retention
  log: Log
  now: () => EpochMs
  /** From 0 to below 1: spreads the first sweeps of processes that start together. */
  random: () => number
}

/**
 * Deletes expired data: first within the second minute after the start, so that a process that restarts often does it
 * too, then every hour. The returned function stops this, and waits for a sweep under way.
 */
export function sweepHourly(deps: SweepDeps): () => Promise<void> {
  let timer = setTimeout(run, MINUTE_MS * (1 + deps.random()))
  let sweeping = Promise.resolve()
  timer.unref()

  function run(): void {
    sweeping = sweep(deps)
    timer = setTimeout(run, HOUR_MS)
    timer.unref()
  }

  return () => {
    clearTimeout(timer)
    return sweeping
  }
}

async function sweep({ store, retention, log, now }: SweepDeps): Promise<void> {
  try {
    await store.sweep(retention, now())
  } catch (error) {
    log.error({ error }, 'sweep failed')
  }
}
