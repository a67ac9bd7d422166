import type { RateLimit } from '../rate-limit/rate-limit.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuse, type Refusal } from './reply.ts'
import { secondsToWait } from './seconds-to-wait.ts'

/** Takes one request from a member's rate; answers a refusal when none is left. */
export async function enforceRateLimit(
  limit: RateLimit,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Refusal | undefined> {
  const waitS = await secondsToWait(limit, deps)
  return waitS === 0 ? undefined : refuse('rate-limited', waitS)
}
