import { type RateLimit, takeOne } from '../rate-limit/rate-limit.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuseFor } from './refuse-for.ts'
import type { Refusal } from './reply.ts'

/** Takes one request from a member's rate; answers a refusal when none is left. */
export async function enforceRateLimit(
  limit: RateLimit,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Refusal | undefined> {
  const waitMs = await takeOne(limit, deps)
  return waitMs === 0 ? undefined : refuseFor('rate-limited', waitMs)
}
