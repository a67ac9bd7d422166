import { type RateLimit, takeOne } from '../rate-limit/rate-limit.ts'
import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'
import type { Refusal } from './reply.ts'
import { type Middleware, respond } from './route.ts'
import { credentials } from './session.ts'
import { sharedProblem } from './shared-problem.ts'

/** How often one member may call: far more than the Mini App does. */
const MEMBER_RATE: Rate = { perSecond: 20, burst: 60 }
/** How often one address may call without a session or a key: far more apps than one household opens. */
const STRANGER_RATE: Rate = { perSecond: 5, burst: 60 }
const SECOND_MS = 1_000
const UNAUTHORIZED = 401

type StrangerDeps = Pick<HttpDeps, 'strangerRates' | 'findAddress' | 'now'>

/** Takes one request from a member's rate; answers a refusal when none is left. */
export async function enforceRateLimit(
  limit: RateLimit,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Refusal | undefined> {
  const waitMs = await takeOne(limit, deps)
  return waitMs === 0 ? undefined : refuseFor('rate-limited', waitMs)
}

/** Runs behind the session: each member has their own rate, on all their devices together. */
export function limitMembers(deps: Pick<HttpDeps, 'store' | 'now'>): Middleware {
  return async (c, next) => {
    const rateLimit = { subject: `member:${c.get('user').id}`, rate: MEMBER_RATE }
    const refusal = await enforceRateLimit(rateLimit, deps)
    return refusal ? respond(refusal, c) : next()
  }
}

/**
 * Limits clients without a session by their address. A wrong token or key counts as well. Calls with a valid session
 * never count, so members behind one address do not block each other.
 */
export function limitStrangers({ strangerRates, findAddress, now }: StrangerDeps): Middleware {
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
