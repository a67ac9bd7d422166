import { profileLink } from '#shared/links.ts'
import type { ReceivedAnswer, ShownWallet } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { personLine } from '../person-line.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useProven } from '../use-proven.ts'
import { useServices } from '../use-services.ts'
import { useWalletKind } from '../use-wallet-kind.tsx'

type Props = { answer: ReceivedAnswer; messages: RequestingMessages }

/** Who answered, with which wallet and when. A person with a username can be messaged. */
export function PersonCell({ answer, messages }: Props) {
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

function AnswerFacts({ answer, messages }: Props) {
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
