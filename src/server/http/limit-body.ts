import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { HttpContext, HttpEnv } from './http-env.ts'

/**
 * Refuses longer bodies. hono's own limit builds a whole `Request` first, which costs a twelfth of a proof; where the
 * request gives a length, that is enough, because Node reads no more than it.
 *
 * @param maxBytes 0 where the call has no body
 */
export function limitBody(
  maxBytes: number,
  refuse: (c: HttpContext) => Response,
): MiddlewareHandler<HttpEnv> {
  const limitUnknown = bodyLimit({ maxSize: maxBytes, onError: refuse })
  return async (c, next) => {
    if (c.req.method === 'GET') return next()
    const length = c.req.header('content-length')
    const isKnown = length !== undefined && c.req.header('transfer-encoding') === undefined
    if (!isKnown) return limitUnknown(c, next)
    return Number(length) <= maxBytes ? next() : refuse(c)
  }
}
