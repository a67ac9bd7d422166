/** Starts to measure; the answer gives milliseconds since then, on a clock that nobody can set. */
export function startStopwatch(): () => number {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}
