import { PEOPLE_LISTED } from '#shared/api/list-people.ts'
import type { Person } from '#shared/person.ts'
import type { ReceivedAnswer, ShownWallet } from '#shared/request.ts'
import { formatCount, formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { PersonCell } from '../person/person-cell.tsx'
import { useClaim } from '../claim/use-claim.ts'
import type { ReceivedPeople } from './made-request.ts'
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
        <AnswerCell key={getKey(answer)} answer={answer} />
      ))}
    </Section>
  )
}

/** The answers carry no Telegram ids. */
function getKey({ person, answeredAt }: ReceivedAnswer): string {
  return `${answeredAt} ${person.username ?? person.firstName}`
}

type AnswerProps = { answer: ReceivedAnswer }

/** Who answered, what their wallet's proof shows, and when. */
function AnswerCell({ answer }: AnswerProps) {
  const { person, wallet, withdrawnAt } = answer
  const isShown = wallet !== null && withdrawnAt === null
  return (
    <PersonCell
      person={person}
      {...(isShown && { title: <AnswerClaim wallet={wallet} person={person} /> })}
      note={<AnswerFacts answer={answer} />}
    />
  )
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

function AnswerFacts({ answer }: AnswerProps) {
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
