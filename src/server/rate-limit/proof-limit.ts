import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/** How often the bot sends one member a file: twenty a day, five of them in a row. */
const PROOF_RATE: Rate = { perSecond: 20 / 86_400, burst: 5 }

/** How often a member may have a proof sent. */
export function proofLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `proofs:${telegramId}`, rate: PROOF_RATE }
}
