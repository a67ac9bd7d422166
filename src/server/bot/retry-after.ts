import { setTimeout } from 'node:timers/promises'
import type { Transformer } from 'grammy'

/** Longest pause to wait out before an answer to a member, in seconds. */
const LONGEST_WAIT_S = 10
const TOO_MANY_REQUESTS = 429

/** Repeats a call once after the pause that Telegram requires, if the pause is short. */
export const retryAfter: Transformer = async (call, ...request) => {
  const answer = await call(...request)
  if (answer.ok || answer.error_code !== TOO_MANY_REQUESTS) return answer
  const waitS = answer.parameters?.retry_after
  if (waitS === undefined || waitS > LONGEST_WAIT_S) return answer
  await setTimeout(waitS * 1_000, undefined, { ref: false })
  return call(...request)
}
