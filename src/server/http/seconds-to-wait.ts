import type { RateLimit } from '../rate-limit/rate-limit.ts'
import type { HttpDeps } from './http-deps.ts'

const SECOND_MS = 1_000

/**
 * Takes one request from a rate.
 *
 * @returns 0 if one was taken; otherwise the whole seconds to wait, for `Retry-After`
 */
export async function secondsToWait(
  { subject, rate }: RateLimit,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<number> {
  const limit = await store.consume(subject, rate, now())
  return limit.taken ? 0 : Math.ceil(limit.retryAfterMs / SECOND_MS)
}
