import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from '../rate-limit.ts'

/** What one member may look up on the chains: each look-up asks all of them, and others' services. */
const LOOKUP_RATE: Rate = { perSecond: 0.2, burst: 20 }

/** How often chains are asked about an address for a member. */
export function multisigLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `multisigs:${telegramId}`, rate: LOOKUP_RATE }
}
