type Waits = {
  /** Before the second try, in milliseconds. */
  firstMs: number
  longestMs: number
}

/** Part of a wait that chance decides, so that after an outage not everybody comes back at once. */
const JITTER = 0.25

/**
 * How long to wait after so many failures in a row, in milliseconds: twice as long each time, up to the longest.
 *
 * @param failures at least one
 * @param random between 0 and 1
 */
export function backOff(
  failures: number,
  { firstMs, longestMs }: Waits,
  random: () => number = Math.random,
): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - JITTER * random())
}
