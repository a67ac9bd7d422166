import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from '../rate-limit.ts'

/** Each question is two requests to every TON API, and without a key an API answers all members together once a second. */
const QUESTION_RATE: Rate = { perSecond: 0.1, burst: 5 }

/** How often one member's proofs may lead to a question to the TON chain. */
export function tonChainLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `ton-chain:${telegramId}`, rate: QUESTION_RATE }
}
