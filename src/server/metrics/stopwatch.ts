/** Starts to measure. The returned function gives the milliseconds since then, on a monotonic clock. */
export function startStopwatch(): () => number {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}
