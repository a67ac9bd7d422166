import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { Life } from './asking-wish.ts'

const LIVES: readonly Life[] = ['day', 'week', 'month']

type Props = { life: Life; onChoose: (life: Life) => void; words: AskingMessages['form'] }

/** For how long it can be answered. */
export function LifeSection({ life, onChoose, words }: Props) {
  return (
    <Section header={words.life}>
      <div className="cell">
        <SegmentedControl
          label={words.life}
          options={LIVES.map((value) => ({ value, name: words.lives[value] }))}
          value={life}
          onChoose={onChoose}
        />
      </div>
    </Section>
  )
}
