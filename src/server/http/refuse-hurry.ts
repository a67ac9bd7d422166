import type { Turn } from '../turn.ts'
import type { HttpDeps } from './http-deps.ts'
import { refuse, type Refusal } from './reply.ts'
import { secondsToWait } from './seconds-to-wait.ts'

/** Takes one request from a member's rate; answers a refusal when there is none to take. */
export async function refuseHurry(
  turn: Turn,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Refusal | undefined> {
  const waitS = await secondsToWait(turn, deps)
  return waitS === 0 ? undefined : refuse('rate-limited', waitS)
}
