import type { HttpDeps } from './http-deps.ts'
import { refuse, type Reply } from './reply.ts'
import { secondsToWait } from './seconds-to-wait.ts'

/** Takes one request from a member's rate; answers a refusal when there is none to take. */
export async function refuseHurry(
  turn: Parameters<typeof secondsToWait>[0],
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Reply<never> | undefined> {
  const waitS = await secondsToWait(turn, deps)
  return waitS === 0 ? undefined : refuse('rate-limited', waitS)
}
