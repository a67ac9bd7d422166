import './wallet-uses.css'
import type { OwnCard } from '#shared/card.ts'
import { joinCode } from '#shared/start-param.ts'
import type { DoorInUse } from '#shared/join.ts'
import type { AnswerInUse } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { CHAT } from '../../ui/icons.ts'
import type { Me } from '../member/member.ts'
import { useMe, useServices } from '../context/context.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { useOpened } from './use-opened.ts'
import { ANSWERS_LISTED } from '#shared/api/get-me.ts'
import { Section } from '../../ui/list.tsx'
import { PurposeCell } from '../screen/purpose.tsx'

/** Most answers under one wallet on Home; its own screen has more. */
const MOST = 3

type Props = { wallet: Wallet; me: Pick<Me, 'answers' | 'cards' | 'doors'> }

/** Where a wallet is in use, on Home below its line. Nothing where it is not. */
export function WalletUses({ wallet, me }: Props) {
  const { language, messages } = useLocalization()
  const { id } = wallet
  const answers = me.answers.filter(({ walletId }) => walletId === id)
  const card = me.cards.find(({ walletId }) => walletId === id)
  const doors = me.doors.filter(({ walletId }) => walletId === id)
  const more = answers.length - MOST
  if (answers.length === 0 && doors.length === 0 && card === undefined) return null
  return (
    <div className="uses">
      {answers.slice(0, MOST).map((answer) => (
        <AnswerCell key={answer.code} answer={answer} />
      ))}
      {more > 0 && (
        <RouteCell
          to={{ screen: 'wallet', id }}
          icon={CHAT}
          title={messages.home.uses.more(formatCount(language, more))}
        />
      )}
      {doors.slice(0, MOST).map((door) => (
        <DoorCell key={door.joinId} door={door} />
      ))}
      {card !== undefined && <CardCell card={card} />}
    </div>
  )
}

function AnswerCell({ answer: { code, chat, requester, state } }: { answer: AnswerInUse }) {
  const { operator } = useServices().boot
  const { states, gone } = useMessages().home.uses
  const asking = { member: 'person' in requester ? requester.person.firstName : '', operator, gone }
  return (
    <RouteCell
      to={{ screen: 'request', code }}
      icon={CHAT}
      title={<bdi>{chat?.title ?? asking[requester.kind]}</bdi>}
      subtitle={states[state === 'full' ? 'open' : state]}
    />
  )
}

/** A group that a wallet let the member into. */
function DoorCell({ door: { joinId, chat } }: { door: DoorInUse }) {
  const { door } = useMessages().home.uses
  return (
    <RouteCell
      to={{ screen: 'join', code: joinCode(joinId) }}
      icon={CHAT}
      title={<bdi>{chat.title}</bdi>}
      subtitle={door}
    />
  )
}

function CardCell({ card }: { card: OwnCard }) {
  const { home } = useMessages()
  return (
    <RouteCell
      to={{ screen: 'card', code: card.code }}
      icon={PLANE}
      title={home.uses.card}
      subtitle={useOpened(card)}
    />
  )
}

/** Where a wallet is in use, on its own screen: by the operator, and in what the member has answered or entered with it. */
export function UsesSection({ wallet }: { wallet: Wallet }) {
  const { language, messages } = useLocalization()
  const { boot } = useServices()
  const me = useMe()
  const { uses } = messages.home
  const all = me?.answers ?? []
  const isCut = all.length === ANSWERS_LISTED
  const footer = isCut ? uses.newest(formatCount(language, ANSWERS_LISTED)) : undefined
  return (
    <Section header={uses.header} footer={footer}>
      <PurposeCell {...boot} otherwise={messages.attempt.known} />
      {all
        .filter(({ walletId }) => walletId === wallet.id)
        .map((answer) => (
          <AnswerCell key={answer.code} answer={answer} />
        ))}
      {me?.doors
        .filter(({ walletId }) => walletId === wallet.id)
        .map((door) => (
          <DoorCell key={door.joinId} door={door} />
        ))}
    </Section>
  )
}
