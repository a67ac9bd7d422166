import type { Rate } from '../store/rate-limits.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuse, type Reply } from './reply.ts'

const SECOND_MS = 1_000

/**
 * Takes one request from a rate; answers a refusal when there is none to take.
 *
 * @param subject whom the rate is for, such as `answers:<user id>`
 */
export async function refuseHurry(
  { subject, rate }: { subject: string; rate: Rate },
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Reply<never> | undefined> {
  const turn = await store.takeRequest(subject, rate, now())
  return turn.taken ? undefined : refuse('rate-limited', Math.ceil(turn.retryAfterMs / SECOND_MS))
}
