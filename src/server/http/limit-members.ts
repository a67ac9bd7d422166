import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import { problemResponse } from './reply.ts'
import type { Middleware } from './route.ts'

/** What one member may ask for: far more than the Mini App does. */
const MEMBER_RATE: Rate = { perSecond: 20, burst: 60 }

const SECOND_MS = 1_000

/** Stands behind the session: each member has their own rate, whatever devices they use. */
export function limitMembers({ store, now }: Pick<HttpDeps, 'store' | 'now'>): Middleware {
  return async (c, next) => {
    const turn = await store.takeRequest(`member:${c.get('user').id}`, MEMBER_RATE, now())
    if (turn.taken) return next()
    const retryAfterS = Math.ceil(turn.retryAfterMs / SECOND_MS)
    return problemResponse('rate-limited', c.get('requestId'), retryAfterS)
  }
}
