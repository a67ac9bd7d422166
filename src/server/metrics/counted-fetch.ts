import type { Metrics, Upstream } from './metrics.ts'

/** `fetch` that counts the results of an upstream service: an answer other than 2xx, or no answer, is a failure. */
export function countedFetch(
  fetch: typeof globalThis.fetch,
  upstream: Upstream,
  metrics: Pick<Metrics, 'upstream'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      metrics.upstream(upstream, response.ok ? 'ok' : 'failed')
      return response
    } catch (error) {
      metrics.upstream(upstream, 'failed')
      throw error
    }
  }
}
