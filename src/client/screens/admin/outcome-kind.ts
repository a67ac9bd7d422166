import type { AdminMessages } from '../../i18n/messages.ts'
import type { Tone } from '../../ui/tone.ts'

export type OutcomeKind = keyof AdminMessages['attempts']['outcomes']

export const OUTCOME_TONES: Record<OutcomeKind, Tone> = {
  linked: 'success',
  failed: 'danger',
  cancelled: 'warning',
  expired: 'quiet',
}

/** How an attempt ended, without the reason of a failure. @param outcome as the server counts it */
export function outcomeKind(outcome: string): OutcomeKind {
  return outcome === 'linked' || outcome === 'cancelled' || outcome === 'expired'
    ? outcome
    : 'failed'
}
