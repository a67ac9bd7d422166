import { currentTrace } from '../log/request-scope.ts'

/**
 * `fetch` that passes the trace of the request under way on within the operator's own network, where alone an address may
 * have plain http. Nobody else gets it (decision 069).
 */
export function tracedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const trace = currentTrace()
    const url = input instanceof Request ? input.url : input
    if (trace === null || new URL(url).protocol !== 'http:') return fetch(input, init)
    const headers = new Headers(init?.headers)
    headers.set('traceparent', trace.traceparent)
    return fetch(input, { ...init, headers })
  }
}
