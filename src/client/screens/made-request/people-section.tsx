import { PEOPLE_LISTED } from '#shared/api/list-people.ts'
import type { ReceivedAnswer } from '#shared/request.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { PersonCell } from './person-cell.tsx'

type Props = { people: readonly ReceivedAnswer[] | null; words: AskingMessages }

/** Who answered, the newest first. */
export function PeopleSection({ people, words }: Props) {
  const { language } = useSpeech()
  const isCut = people !== null && people.length >= PEOPLE_LISTED
  return (
    <Section
      header={words.people}
      {...(isCut && { footer: words.newest(formatCount(language, PEOPLE_LISTED)) })}
    >
      {people === null && <SkeletonCell />}
      {people?.length === 0 && <Cell title={words.nobody} />}
      {people?.map((answer) => (
        <PersonCell key={keyOf(answer)} answer={answer} words={words} />
      ))}
    </Section>
  )
}

/** Nobody is known here by an id. */
function keyOf({ person, answeredAt }: ReceivedAnswer): string {
  return `${answeredAt} ${person.username ?? person.firstName}`
}
