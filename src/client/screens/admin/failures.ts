import type { Overview } from '#shared/api/admin/get-overview.ts'

type Attempts = Overview['attempts']

/** Attempts that ended alike in one place. */
export type Failure<Place> = {
  outcome: string
  place: Place
  count: number
  /** Of all attempts in that place, from 0 to 1. */
  share: number
}

/** More lines than these say nothing on a phone. */
const LINES = 6

/** Where attempts end without a link, the most frequent first. @param placeOf what tells places apart */
export function rankFailures<Place>(
  attempts: Attempts,
  placeOf: (attempt: Attempts[number]) => Place,
): Failure<Place>[] {
  const totals = new Map<Place, number>()
  const failures = new Map<string, Omit<Failure<Place>, 'share'>>()
  for (const attempt of attempts) {
    const { outcome, count } = attempt
    const place = placeOf(attempt)
    totals.set(place, count + (totals.get(place) ?? 0))
    if (outcome === 'linked') continue
    const key = JSON.stringify([outcome, place])
    failures.set(key, { outcome, place, count: count + (failures.get(key)?.count ?? 0) })
  }
  return [...failures.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, LINES)
    .map(({ outcome, place, count }) => ({
      outcome,
      place,
      count,
      share: count / (totals.get(place) ?? count),
    }))
}
