import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Middleware } from './route.ts'
import { credentials } from './session.ts'
import { sharedProblem } from './shared-problem.ts'

/** How often one address may call without a session or a key: far more apps than one household opens. */
const STRANGER_RATE: Rate = { perSecond: 5, burst: 60 }
const SECOND_MS = 1_000
const UNAUTHORIZED = 401

type Deps = Pick<HttpDeps, 'strangerRates' | 'findAddress' | 'now'>

/**
 * Limits clients without a session by their address. A wrong token or key counts as well. Calls with a valid session
 * never count, so members behind one address do not block each other.
 */
export function limitStrangers({ strangerRates, findAddress, now }: Deps): Middleware {
  return async (c, next) => {
    const address = findAddress(c)
    if (address === null) return next()
    const take = () => strangerRates.consume(`address:${address}`, STRANGER_RATE, now())
    const refuse = (retryAfterMs: number) =>
      sharedProblem('rate-limited', c, Math.ceil(retryAfterMs / SECOND_MS))
    if (credentials('Bearer', c.req.header('authorization')) === undefined) {
      const consumed = await take()
      return consumed.taken ? next() : refuse(consumed.retryAfterMs)
    }
    await next()
    if (c.res.status !== UNAUTHORIZED) return undefined
    const consumed = await take()
    if (!consumed.taken) c.res = refuse(consumed.retryAfterMs)
    return undefined
  }
}
