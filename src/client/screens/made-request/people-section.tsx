import { PEOPLE_LISTED } from '#shared/api/list-people.ts'
import type { ReceivedAnswer } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { PersonCell } from './person-cell.tsx'

type Props = { people: readonly ReceivedAnswer[] | null; messages: RequestingMessages }

/** Who answered, newest first. */
export function PeopleSection({ people, messages }: Props) {
  const { language } = useLocalization()
  const isCut = people !== null && people.length >= PEOPLE_LISTED
  return (
    <Section
      header={messages.people}
      {...(isCut && { footer: messages.newest(formatCount(language, PEOPLE_LISTED)) })}
    >
      {people === null && <SkeletonCell />}
      {people?.length === 0 && <Cell title={messages.nobody} />}
      {people?.map((answer) => (
        <PersonCell key={getKey(answer)} answer={answer} messages={messages} />
      ))}
    </Section>
  )
}

/** The answers carry no Telegram ids. */
function getKey({ person, answeredAt }: ReceivedAnswer): string {
  return `${answeredAt} ${person.username ?? person.firstName}`
}
