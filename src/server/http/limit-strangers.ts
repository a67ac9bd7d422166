import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Middleware } from './route.ts'
import { credentials } from './session.ts'
import { sharedProblem } from './shared-problem.ts'

/** What one address may ask for without a session or a key: far more opened apps than one house has. */
const STRANGER_RATE: Rate = { perSecond: 5, burst: 60 }
const SECOND_MS = 1_000
const UNAUTHORIZED = 401

type Deps = Pick<HttpDeps, 'strangerRates' | 'findAddress' | 'now'>

/**
 * Whoever has no session yet has a rate by their address. A token or key that turns out to be none counts as well;
 * what a session answers for never does, so members behind one address do not stand in each other's way.
 */
export function limitStrangers({ strangerRates, findAddress, now }: Deps): Middleware {
  return async (c, next) => {
    const address = findAddress(c)
    if (address === null) return next()
    const take = () => strangerRates.consume(`address:${address}`, STRANGER_RATE, now())
    const refuse = (retryAfterMs: number) =>
      sharedProblem('rate-limited', c, Math.ceil(retryAfterMs / SECOND_MS))
    if (credentials('Bearer', c.req.header('authorization')) === undefined) {
      const runExclusive = await take()
      return runExclusive.taken ? next() : refuse(runExclusive.retryAfterMs)
    }
    await next()
    if (c.res.status !== UNAUTHORIZED) return undefined
    const runExclusive = await take()
    if (!runExclusive.taken) c.res = refuse(runExclusive.retryAfterMs)
    return undefined
  }
}
