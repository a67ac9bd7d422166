import type { Metrics, Upstream } from './metrics.ts'

type Fetch<Asked extends unknown[]> = (...asked: Asked) => Promise<Response>

/** `fetch` that counts the results of an upstream service: an answer other than 2xx, or no answer, is a failure. */
export function countedFetch<Asked extends unknown[]>(
  fetch: Fetch<Asked>,
  upstream: Upstream,
  metrics: Pick<Metrics, 'upstream'>,
): Fetch<Asked> {
  return async (...asked) => {
    try {
      const response = await fetch(...asked)
      metrics.upstream(upstream, response.ok ? 'ok' : 'failed')
      return response
    } catch (error) {
      metrics.upstream(upstream, 'failed')
      throw error
    }
  }
}
