/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Median and 99th percentile of times in milliseconds, in words. */
export function describeTimes(times: readonly number[]): string {
  return `p50 ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}`
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 1)} ms`
}

export function seconds(time: number): string {
  return `${(time / 1_000).toFixed(1)} s`
}
