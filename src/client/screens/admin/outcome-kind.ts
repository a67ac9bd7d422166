import type { Messages } from '../../../i18n/messages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Tone } from '../../ui/tone.ts'

export type OutcomeKind = keyof Messages['admin']['attempts']['outcomes']

export const OUTCOME_TONES: Record<OutcomeKind, Tone> = {
  linked: 'success',
  failed: 'danger',
  cancelled: 'warning',
  expired: 'quiet',
}

/** The member's own decision in the wallet, which is no failure. */
const DECLINED: ProblemCode = 'wallet-rejected'

/** How an attempt ended, without the reason of a failure. @param outcome as the server counts it */
export function outcomeKind(outcome: string): OutcomeKind {
  if (outcome === DECLINED) return 'cancelled'
  return outcome === 'linked' || outcome === 'cancelled' || outcome === 'expired'
    ? outcome
    : 'failed'
}
