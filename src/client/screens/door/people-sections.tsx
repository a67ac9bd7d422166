import type { EndedJoin, WaitingJoin } from '#shared/join.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { PersonCell } from '../person/person-cell.tsx'

type WaitingProps = { people: readonly WaitingJoin[]; isOn: boolean }

/** Who waits at the door, and why. */
export function WaitingSection({ people, isOn }: WaitingProps) {
  const { door } = useMessagesOf('door')
  const { language } = useLocalization()
  if (people.length === 0 && !isOn) return null
  return (
    <Section header={door.waiting} footer={people.length === 0 ? undefined : door.waitingNote}>
      {people.length === 0 && <Cell title={door.nobody} />}
      {people.map(({ id, person, why, askedAt }) => (
        <PersonCell
          key={id}
          person={person}
          note={`${door.whys[why]} · ${formatWhen(language, askedAt)}`}
        />
      ))}
    </Section>
  )
}

/** Who was let in by something that holds no longer. */
export function EndedSection({ people }: { people: readonly EndedJoin[] }) {
  const { door } = useMessagesOf('door')
  const { language } = useLocalization()
  if (people.length === 0) return null
  return (
    <Section header={door.ended} footer={door.endedNote}>
      {people.map(({ id, person, why, endedAt }) => (
        <PersonCell
          key={id}
          person={person}
          note={`${door.ends[why]} · ${formatWhen(language, endedAt)}`}
        />
      ))}
    </Section>
  )
}
