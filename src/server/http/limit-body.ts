import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { HttpEnv } from './http-env.ts'
import type { Middleware } from './route.ts'
import { sharedProblem } from './shared-problem.ts'

/**
 * Refuses longer bodies. hono's own limit builds a whole `Request` first, which costs a tenth of a proof; where the
 * request gives a length, that is enough, because Node reads no more than it.
 */
export function limitBody(maxBytes: number): Middleware {
  const limitUnknown = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return async (c, next) => {
    if (c.req.method === 'GET') return next()
    const length = c.req.header('content-length')
    const isKnown = length !== undefined && c.req.header('transfer-encoding') === undefined
    if (!isKnown) return limitUnknown(c, next)
    return Number(length) <= maxBytes ? next() : tooLarge(c)
  }
}

function tooLarge(c: Context<HttpEnv>): Response {
  return sharedProblem('body-too-large', c)
}
