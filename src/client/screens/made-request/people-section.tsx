import { PEOPLE_LISTED } from '#shared/api/list-people.ts'
import type { ReceivedAnswer, ShownWallet } from '#shared/request.ts'
import { profileLink } from '#shared/links.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { formatCount, formatWhen } from '../../i18n/format.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/badge.tsx'
import { personLine } from '../person-line.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useProven } from '../use-proven.ts'
import { useServices } from '../use-services.ts'
import { useWalletKind } from '../use-wallet-kind.tsx'

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

type PersonCellProps = { answer: ReceivedAnswer; messages: RequestingMessages }

/** Who answered, with which wallet and when. A person with a username can be messaged. */
function PersonCell({ answer, messages }: PersonCellProps) {
  const { telegram } = useServices()
  const { username } = answer.person
  const line = personLine(answer.person)
  const facts = <AnswerFacts answer={answer} messages={messages} />
  if (username === null) return <Cell {...line} subtitle={facts} />
  const subtitle = (
    <>
      {line.subtitle}
      <br />
      {facts}
    </>
  )
  return (
    <LinkCell
      {...line}
      subtitle={subtitle}
      onPress={() => telegram.openTelegramLink(profileLink(username))}
    />
  )
}

function AnswerFacts({ answer, messages }: PersonCellProps) {
  const { language } = useLocalization()
  const { answeredAt, withdrawnAt, wallet } = answer
  if (withdrawnAt !== null) return messages.takenBack(formatWhen(language, withdrawnAt))
  return (
    <>
      {wallet === null ? messages.gone : <AnswerWallet wallet={wallet} messages={messages} />}
      <br />
      {messages.answeredAt(formatWhen(language, answeredAt))}
    </>
  )
}

function AnswerWallet({ wallet, messages }: { wallet: ShownWallet; messages: RequestingMessages }) {
  const { common } = useMessages()
  const kind = useWalletKind(wallet)
  const proven = useProven(wallet)
  const isTestnet = wallet.family === 'ton' && wallet.network === '-3'
  return (
    <>
      <ShortAddress wallet={wallet} />
      {kind !== null && <> · {kind}</>}
      {isTestnet && <Badge>{common.testnet}</Badge>}
      <br />
      {wallet.staleAt === null ? messages.levels[wallet.level] : proven?.sentence}
    </>
  )
}
