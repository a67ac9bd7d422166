import type { RequestingMessages } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { Life } from './request-draft.ts'

const LIVES: readonly Life[] = ['day', 'week', 'month']

type Props = { life: Life; onChoose: (life: Life) => void; messages: RequestingMessages['form'] }

/** How long the request stays open. */
export function LifeSection({ life, onChoose, messages }: Props) {
  return (
    <Section header={messages.life}>
      <div className="cell">
        <SegmentedControl
          label={messages.life}
          options={LIVES.map((value) => ({ value, name: messages.lives[value] }))}
          value={life}
          onChoose={onChoose}
        />
      </div>
    </Section>
  )
}
