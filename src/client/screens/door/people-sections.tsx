import { profileLink } from '#shared/links.ts'
import type { EndedJoin, WaitingJoin } from '#shared/join.ts'
import type { Person } from '#shared/person.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'
import { personLine } from '../person/person-line.tsx'

type WaitingProps = { people: readonly WaitingJoin[]; isOn: boolean }

/** Who waits at the door, and why. */
export function WaitingSection({ people, isOn }: WaitingProps) {
  const { door } = useMessagesOf('door')
  if (people.length === 0 && !isOn) return null
  return (
    <Section header={door.waiting} footer={people.length === 0 ? undefined : door.waitingNote}>
      {people.length === 0 && <Cell title={door.nobody} />}
      {people.map(({ id, person, why, askedAt }) => (
        <PersonCell key={id} person={person} why={door.whys[why]} at={askedAt} />
      ))}
    </Section>
  )
}

/** Who was let in by something that holds no longer. */
export function EndedSection({ people }: { people: readonly EndedJoin[] }) {
  const { door } = useMessagesOf('door')
  if (people.length === 0) return null
  return (
    <Section header={door.ended} footer={door.endedNote}>
      {people.map(({ id, person, why, endedAt }) => (
        <PersonCell key={id} person={person} why={door.ends[why]} at={endedAt} />
      ))}
    </Section>
  )
}

type PersonProps = { person: Person; why: string; at: string }

/** A person with a username can be messaged. */
function PersonCell({ person, why, at }: PersonProps) {
  const { telegram } = useServices()
  const { language } = useLocalization()
  const { username } = person
  const line = personLine(person)
  const shown = {
    ...line,
    subtitle: (
      <>
        {line.subtitle}
        {username !== null && <br />}
        {why} · {formatWhen(language, at)}
      </>
    ),
  }
  if (username === null) return <Cell {...shown} />
  return <LinkCell {...shown} onPress={() => telegram.openTelegramLink(profileLink(username))} />
}
