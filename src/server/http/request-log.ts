import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Middleware } from './route.ts'

/**
 * Gives every request an id, answers it in `X-Request-Id`, and writes one line when it is done:
 * the route's pattern instead of the path, no query, no headers, no body.
 */
export function requestLog(log: Log, now: () => number): Middleware {
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = now()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('x-request-id', requestId)
    const line = {
      requestId,
      method: c.req.method,
      route: c.req.routePath,
      status: c.res.status,
      ms: now() - startedAt,
    }
    log.info(line, 'request')
  }
}
