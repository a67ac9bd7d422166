type Waits = {
  /** Before the second try, in milliseconds. */
  firstMs: number
  longestMs: number
}

/** Random part of a wait, so that after an outage the clients do not all return at the same moment. */
const JITTER = 0.25

/**
 * How long to wait after so many failures in a row, in milliseconds: twice as long each time, up to the maximum.
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

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
