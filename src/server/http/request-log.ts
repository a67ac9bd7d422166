import { randomUUID } from 'node:crypto'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { startStopwatch } from '../metrics/stopwatch.ts'
import type { Middleware } from './route.ts'

/**
 * Gives every request an id, answers it in `X-Request-Id`, counts the request, and writes one line when it is done: the
 * route's pattern instead of the path, no query, no headers, no body.
 */
export function requestLog({ log, metrics }: { log: Log; metrics: Metrics }): Middleware {
  return async (c, next) => {
    const requestId = randomUUID()
    const elapsed = startStopwatch()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('x-request-id', requestId)
    const served = {
      method: c.req.method,
      route: c.req.routePath,
      status: c.res.status,
      ms: elapsed(),
    }
    metrics.request(served)
    log.info({ requestId, ...served, ms: Math.round(served.ms) }, 'request')
  }
}
