import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import { enforceRateLimit } from './enforce-rate-limit.ts'
import { type Middleware, respond } from './route.ts'

/** How often one member may call: far more than the Mini App does. */
const MEMBER_RATE: Rate = { perSecond: 20, burst: 60 }

/** Runs behind the session: each member has their own rate, on all their devices together. */
export function limitMembers(deps: Pick<HttpDeps, 'store' | 'now'>): Middleware {
  return async (c, next) => {
    const rateLimit = { subject: `member:${c.get('user').id}`, rate: MEMBER_RATE }
    const refusal = await enforceRateLimit(rateLimit, deps)
    return refusal ? respond(refusal, c) : next()
  }
}
