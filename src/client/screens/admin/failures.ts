import type { Overview } from '#shared/api/admin/get-overview.ts'

type AttemptTallies = Overview['attempts']

/** Attempts that ended the same way in one place. */
export type FailureShare<Scope> = {
  outcome: string
  scope: Scope
  count: number
  /** Of all attempts in that place, from 0 to 1. */
  share: number
}

/** More lines than these do not help an admin on a phone. */
const LINES = 6

/** Where attempts end without a link, the most frequent first. @param getScope what distinguishes the places */
export function rankFailures<Scope>(
  attempts: AttemptTallies,
  getScope: (attempt: AttemptTallies[number]) => Scope,
): FailureShare<Scope>[] {
  const totals = new Map<Scope, number>()
  const failures = new Map<string, Omit<FailureShare<Scope>, 'share'>>()
  for (const attempt of attempts) {
    const { outcome, count } = attempt
    const scope = getScope(attempt)
    totals.set(scope, count + (totals.get(scope) ?? 0))
    if (outcome === 'linked') continue
    const key = JSON.stringify([outcome, scope])
    failures.set(key, { outcome, scope, count: count + (failures.get(key)?.count ?? 0) })
  }
  return [...failures.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, LINES)
    .map(({ outcome, scope, count }) => ({
      outcome,
      scope,
      count,
      share: count / (totals.get(scope) ?? count),
    }))
}
