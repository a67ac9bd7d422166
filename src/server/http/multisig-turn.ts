import type { Rate } from '../store/rate-limits.ts'
import type { StoredUser } from '../store/store.ts'
import type { Turn } from '../turn.ts'

/** What one member may look up on the chains: each look-up asks all of them, and others' services. */
const LOOK_UP_RATE: Rate = { perSecond: 0.2, burst: 20 }

/** The turn that a member takes for each address that chains are asked about. */
export function multisigTurn({ telegramId }: Pick<StoredUser, 'telegramId'>): Turn {
  return { subject: `multisigs:${telegramId}`, rate: LOOK_UP_RATE }
}
