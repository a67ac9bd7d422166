import { cellRate, presentDue, waitMs } from './cell-rate.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { EpochMs } from '../stored.ts'

/** With fewer subjects than this, expired ones are not pruned. */
const MIN_PRUNED_SUBJECTS = 10_000

/** Counts in this process alone. */
export function createMemoryRateLimits(): RateLimits {
  const dueAt = new Map<string, EpochMs>()
  let pruneAt = MIN_PRUNED_SUBJECTS

  /** A subject that is due in the past counts as unknown. The bound doubles, so that pruning is rare. */
  function prune(now: EpochMs): void {
    for (const [subject, due] of dueAt) {
      if (due <= now) dueAt.delete(subject)
    }
    pruneAt = Math.max(MIN_PRUNED_SUBJECTS, 2 * dueAt.size)
  }

  return {
    async consume(subject, rate, now) {
      const due = presentDue(dueAt.get(subject) ?? now, rate, now)
      const { intervalMs, slackMs } = cellRate(rate)
      const taken = due <= now + slackMs
      if (dueAt.size >= pruneAt) prune(now)
      dueAt.set(subject, taken ? due + intervalMs : due)
      return taken ? { taken } : { taken, retryAfterMs: waitMs(due, rate, now) }
    },
    async retryAfter(subject, rate, now) {
      const due = presentDue(dueAt.get(subject) ?? now, rate, now)
      return due <= now + cellRate(rate).slackMs ? 0 : waitMs(due, rate, now)
    },
  }
}
