/** With which the servers of the benchmarks say what they measure. */
export const METRICS_TOKEN = 'metrics-token-0123456789'

/** What a server says of itself at `/metrics`, in a metric without labels. @throws {Error} where it says no number */
export async function readMetric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const answer = await fetch(`${url}/metrics`, { headers })
  const metrics = await answer.text()
  const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  if (!answer.ok || Number.isNaN(value))
    throw new Error(`/metrics got ${answer.status}, without a number for ${name}`)
  return value
}
