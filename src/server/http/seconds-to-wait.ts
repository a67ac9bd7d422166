import type { Turn } from '../turn.ts'
import type { HttpDeps } from './http-deps.ts'

const SECOND_MS = 1_000

/**
 * Takes one request from a rate. 0 when it was taken; otherwise after how many whole seconds to come
 * back, for `Retry-After`.
 */
export async function secondsToWait(
  { subject, rate }: Turn,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<number> {
  const turn = await store.takeRequest(subject, rate, now())
  return turn.taken ? 0 : Math.ceil(turn.retryAfterMs / SECOND_MS)
}
