import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/stored.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * How often one member may look multisigs up on the chains: each look-up queries all chains, and services of others.
 */
const LOOKUP_RATE: Rate = { perSecond: 0.2, burst: 20 }

/** How often the chains are queried about an address for a member. */
export function multisigLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `multisigs:${telegramId}`, rate: LOOKUP_RATE }
}
