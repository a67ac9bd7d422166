import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * Each query makes two requests to every TON API, and without a key an API answers one request per second for all
 * members together.
 */
const QUESTION_RATE: Rate = { perSecond: 0.1, burst: 5 }

/** How often one member's proofs may cause a query to the TON chain. */
export function tonChainLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `ton-chain:${telegramId}`, rate: QUESTION_RATE }
}
