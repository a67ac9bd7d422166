import { PEOPLE_LISTED } from '#shared/api/list-people.ts'
import type { Person } from '#shared/person.ts'
import type { ReceivedAnswer, ShownWallet } from '#shared/request.ts'
import { profileLink } from '#shared/links.ts'
import { formatCount, formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { personLine } from '../person/person-line.tsx'
import { useClaim } from '../claim/use-claim.ts'
import type { ReceivedPeople } from './made-request-state.ts'
import { useServices } from '../context/use-services.ts'
import { useWalletKind } from '../account/use-wallet-kind.tsx'

/** Who answered, newest first. */
export function PeopleSection({ people }: { people: ReceivedPeople | null }) {
  const messages = useMessagesOf('requesting')
  const { language } = useLocalization()
  if (people === 'withheld')
    return (
      <Section header={messages.people}>
        <Cell title={messages.withheld} />
      </Section>
    )
  const isCut = people !== null && people.length >= PEOPLE_LISTED
  return (
    <Section
      header={messages.people}
      footer={isCut ? messages.newest(formatCount(language, PEOPLE_LISTED)) : undefined}
    >
      {people === null && <SkeletonCell />}
      {people?.length === 0 && <Cell title={messages.nobody} />}
      {people?.map((answer) => (
        <PersonCell key={getKey(answer)} answer={answer} />
      ))}
    </Section>
  )
}

/** The answers carry no Telegram ids. */
function getKey({ person, answeredAt }: ReceivedAnswer): string {
  return `${answeredAt} ${person.username ?? person.firstName}`
}

type PersonCellProps = { answer: ReceivedAnswer }

/** Who answered, what their wallet's proof shows, and when. A person with a username can be messaged. */
function PersonCell({ answer }: PersonCellProps) {
  const { telegram } = useServices()
  const { person, wallet, withdrawnAt } = answer
  const { username } = person
  const line = personLine(person)
  const isShown = wallet !== null && withdrawnAt === null
  const shown = {
    ...line,
    ...(isShown && { title: <AnswerClaim wallet={wallet} person={person} /> }),
    subtitle: (
      <>
        {line.subtitle}
        {username !== null && <br />}
        <AnswerFacts answer={answer} />
      </>
    ),
  }
  if (username === null) return <Cell {...shown} />
  return <LinkCell {...shown} onPress={() => telegram.openTelegramLink(profileLink(username))} />
}

type AnswerClaimProps = { wallet: ShownWallet; person: Person }

function AnswerClaim({ wallet, person }: AnswerClaimProps) {
  const claim = useClaim(wallet, person.firstName)
  if (claim.status !== 'ready') return <bdi>{person.firstName}</bdi>
  const { sentence, time, isProven } = claim.value
  return (
    <>
      {isProven && '✓ '}
      {sentence}
      <br />
      {time}
    </>
  )
}

function AnswerFacts({ answer }: PersonCellProps) {
  const messages = useMessagesOf('requesting')
  const { language } = useLocalization()
  const { answeredAt, withdrawnAt, wallet } = answer
  if (withdrawnAt !== null) return messages.takenBack(formatWhen(language, withdrawnAt))
  return (
    <>
      {wallet === null ? messages.gone : <WalletKind wallet={wallet} />}
      <br />
      {messages.answeredAt(formatWhen(language, answeredAt))}
    </>
  )
}

function WalletKind({ wallet }: { wallet: ShownWallet }) {
  return useWalletKind(wallet)
}
