import { useEffect, useMemo, useState } from 'react'
import { getCard } from '#shared/api/get-card.ts'
import type { Card } from '#shared/card.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ShownWallet } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { directLink, profileLink } from '#shared/links.ts'
import { useStore } from '../../use-store.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { Missing } from '../problem/missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { createReading, type ServerReading } from '../reading/reading.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { CROSS, CLOCK, COPY } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { SecondaryAction } from '../screen/secondary-action.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person/person-line.tsx'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { useClaim, type WrittenClaim } from '../claim/use-claim.ts'
import { useProven } from '../claim/use-proven.ts'
import { Notice } from '../../ui/notice.tsx'
import { useCopy } from '../actions/use-copy.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { CheckProof } from './check-proof.tsx'
import { ShowProof } from './show-proof.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { AddressSection } from '../account/address-section.tsx'
import { FactsSection } from '../account/facts-section.tsx'

const TIME_WIDTH = 9

/** A wallet that its holder shares: shows only what the server says, refreshed on each return. */
export function CardScreen({ code }: { code: string }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const ownMessages = useSection('sharing')
  const card = useMemo(() => createReading(() => api.call(getCard, { id: code })), [api, code])
  useEffect(() => {
    void card.refresh()
    return telegram.onReturn(() => void card.refresh())
  }, [card, telegram])
  return (
    <PartScreen part={ownMessages}>
      {(messages) => <Loaded card={card} messages={messages} />}
    </PartScreen>
  )
}

type Props = { card: ServerReading<Card>; messages: SharingMessages }

function Loaded({ card, messages }: Props) {
  const state = useStore(card.state)
  const [stopped, setStopped] = useState<Card | null>(null)
  if (stopped !== null) return <Stopped card={stopped} messages={messages} />
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} messages={messages} onRetry={() => void card.refresh()} />
    case 'shown':
      return (
        <CardDetail
          card={state.value}
          messages={messages}
          onChange={() => void card.refresh()}
          onStopped={() => setStopped(state.value)}
        />
      )
  }
}

type FailedProps = { code: ProblemCode; messages: SharingMessages; onRetry: () => void }

function Failed({ code, messages, onRetry }: FailedProps) {
  if (code === 'not-found') return <Missing {...messages.missing} />
  const title = code === 'card-gone' ? { title: messages.stopped.name } : {}
  return <ProblemScreen code={code} {...title} onRetry={onRetry} />
}

/** The member's own card, just taken back. The same wallet can be shared again, with another link. */
function Stopped({ card, messages }: { card: Card; messages: SharingMessages }) {
  const { member, router } = useServices()
  const { actions } = useMessages()
  const state = useStore(member)
  const { shareAsCard, isBusy, problem } = useShareWallet()
  const wallets = state.status === 'known' ? state.me.wallets : []
  const own = wallets.find((wallet) => isSame(wallet, card.wallet))
  const { name, sentence } = messages.stopped
  return (
    <Screen>
      <Outcome icon={CROSS} tone="plain" title={name} text={sentence} />
      <ProblemNotice code={problem} />
      <MainAction text={actions.home} onPress={() => router.replace({ screen: 'home' })} />
      {own !== undefined && (
        <SecondaryAction
          text={messages.again}
          isBusy={isBusy}
          onPress={() => shareAsCard(own.id, (card) => router.replace(card))}
        />
      )}
    </Screen>
  )
}

/** Identity of a wallet: see `ProvenWallet`. */
function isSame(wallet: Wallet, shown: ShownWallet): boolean {
  if (wallet.address !== shown.address) return false
  return wallet.family === 'ton'
    ? shown.family === 'ton' && wallet.network === shown.network
    : shown.family === 'evm' && wallet.chainId === shown.chainId
}

type CardDetailProps = { card: Card; messages: SharingMessages }
type OwnCardProps = {
  /** What the card shows has changed. */
  onChange: () => void
  onStopped: () => void
}

/** Whose wallet it is, which one, and what is proven about it. */
function CardDetail({ card, messages, onChange, onStopped }: CardDetailProps & OwnCardProps) {
  const { boot } = useServices()
  return (
    <Screen>
      <CardFace card={card} messages={messages} />
      {card.mine && <ShareActions code={card.code} url={directLink(boot.bot, card.code)} />}
      <Section>
        <ClaimDetails wallet={card.wallet} bindings={messages.bindings} />
      </Section>
      <HolderSection card={card} messages={messages} />
      <AddressSection wallet={card.wallet} />
      <FactsSection wallet={card.wallet} />
      {__EVM__ && card.canShowProof && (
        <ShowProof card={card} messages={messages} onChange={onChange} />
      )}
      {__EVM__ && !card.mine && card.proof !== null && card.holderId !== null && (
        <CheckProof
          wallet={card.wallet}
          holderId={card.holderId}
          proof={card.proof}
          telegramKey={card.telegramKey}
          messages={messages}
        />
      )}
      {card.mine && <StopSharing code={card.code} messages={messages} onStopped={onStopped} />}
    </Screen>
  )
}

/** The holder, and what is proven of the wallet. The code leads here, because a picture of a card shows nothing. */
function CardFace({ card: { code, holder, wallet }, messages }: CardDetailProps) {
  const { boot } = useServices()
  const { wallet: walletMessages } = useMessages()
  const { copy, outcome } = useCopy()
  const claim = useClaim(wallet, holder.firstName)
  const isReady = claim.status === 'ready'
  return (
    <>
      <Face
        name={holder.firstName}
        mark={isReady ? getMark(claim.value) : null}
        title={isReady ? claim.value.sentence : isolated(holder.firstName)}
        text={isReady ? claim.value.time : <Skeleton width={TIME_WIDTH} />}
      >
        <button
          type="button"
          className="face-copy"
          title={walletMessages.copyAddress}
          onClick={() => copy(displayAddress(wallet))}
        >
          <ShortAddress wallet={wallet} />
          <Icon shape={COPY} />
        </button>
        <QrCode value={directLink(boot.bot, code)} label={messages.qrTitle} />
      </Face>
      <Toast text={outcome} />
      <StaleReason wallet={wallet} />
    </>
  )
}

function getMark({ isProven }: WrittenClaim): 'success' | 'warning' {
  return isProven ? 'success' : 'warning'
}

/** Why the wallet is no longer proven. Nothing as long as it is. */
function StaleReason({ wallet }: { wallet: ShownWallet }) {
  const proven = useProven(wallet)
  return wallet.staleAt === null ? null : <Notice>{proven?.sentence}</Notice>
}

function HolderSection({ card, messages }: CardDetailProps) {
  const { boot, now } = useServices()
  const { language } = useLocalization()
  const note = card.mine ? messages.yours : messages.checked(isolated(boot.appName))
  return (
    <Section header={messages.holder} footer={note}>
      <Holder card={card} />
      {card.holderId !== null && (
        <Cell icon={PLANE} title={messages.holderId(isolated(card.holderId))} />
      )}
      <Cell
        icon={CLOCK}
        title={messages.since}
        after={formatRecent(language, card.createdAt, now())}
      />
    </Section>
  )
}

/** The holder as Telegram shows them. A holder with a username can be messaged. */
function Holder({ card: { holder, mine } }: Pick<CardDetailProps, 'card'>) {
  const { telegram } = useServices()
  const { username } = holder
  const line = personLine(holder)
  if (mine || username === null) return <Cell {...line} />
  return <LinkCell {...line} onPress={() => telegram.openTelegramLink(profileLink(username))} />
}
