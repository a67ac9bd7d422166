const DAY_MS = 86_400_000

/** How a moment's day is named: by its date, unless it is today or yesterday. */
export type NamedDay = 'today' | 'yesterday' | 'earlier'

/**
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 * @param getDayStart the first moment of the day that a moment is in, in the reader's time zone
 */
export function nameDay(at: number, now: number, getDayStart: (ms: number) => number): NamedDay {
  const days = Math.round((getDayStart(now) - getDayStart(at)) / DAY_MS)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : 'earlier'
}
