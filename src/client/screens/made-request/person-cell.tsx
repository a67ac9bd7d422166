import { profileLink } from '#shared/links.ts'
import type { ReceivedAnswer, ShownWallet } from '#shared/request.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { formatWhen } from '../../i18n/format.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { personLine } from '../person-line.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useProven } from '../use-proven.ts'
import { useServices } from '../use-services.ts'
import { useWalletKind } from '../use-wallet-kind.tsx'

type Props = { answer: ReceivedAnswer; words: AskingMessages }

/** Who answered, with which wallet and when. One who has a username can be written to. */
export function PersonCell({ answer, words }: Props) {
  const { telegram } = useServices()
  const { username } = answer.person
  const line = personLine(answer.person)
  const facts = <AnswerFacts answer={answer} words={words} />
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

function AnswerFacts({ answer, words }: Props) {
  const { language } = useSpeech()
  const { answeredAt, withdrawnAt, wallet } = answer
  if (withdrawnAt !== null) return words.takenBack(formatWhen(language, withdrawnAt))
  return (
    <>
      {wallet === null ? words.gone : <AnswerWallet wallet={wallet} words={words} />}
      <br />
      {words.answeredAt(formatWhen(language, answeredAt))}
    </>
  )
}

function AnswerWallet({ wallet, words }: { wallet: ShownWallet; words: AskingMessages }) {
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
      {wallet.staleAt === null ? words.levels[wallet.level] : proven?.sentence}
    </>
  )
}
