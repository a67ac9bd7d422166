/** With which the servers of the benchmarks say what they measure. */
export const METRICS_TOKEN = 'metrics-token-0123456789'

/** What a server says of itself at `/metrics`, in a metric without labels. */
export async function readMetric(url: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
}
