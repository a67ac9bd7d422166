import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount, formatShare } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { OUTCOME_TONES, outcomeKind, type OutcomeKind } from './outcome-kind.ts'

const KINDS: readonly OutcomeKind[] = ['linked', 'failed', 'cancelled', 'expired']

type Props = { attempts: Overview['attempts']; messages: AdminMessages }

/** How attempts ended. */
export function AttemptsSection({ attempts, messages: { attempts: messages, none } }: Props) {
  const { language } = useLocalization()
  const total = attempts.reduce((sum, { count }) => sum + count, 0)
  const parts = KINDS.map((kind) => {
    const value = attempts
      .filter(({ outcome }) => outcomeKind(outcome) === kind)
      .reduce((sum, { count }) => sum + count, 0)
    return {
      key: kind,
      name: messages.outcomes[kind],
      tone: OUTCOME_TONES[kind],
      value,
      count: formatCount(language, value),
      share: formatShare(language, value / total),
    }
  })
  return (
    <Section header={messages.header} footer={messages.note}>
      {total === 0 ? <Cell title={none} /> : <ShareBar parts={parts} />}
    </Section>
  )
}
