import { useEffect, useMemo, useState } from 'react'
import { getCard } from '#shared/api/get-card.ts'
import type { Card } from '#shared/card.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ShownWallet } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { directLink, profileLink } from '#shared/links.ts'
import { useStore } from '../../ui/use-store.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { Missing } from '../missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { createReading, type ServerReading } from '../reading/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useSharingMessages } from '../share/use-sharing-messages.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { CROSS, CLOCK } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { SecondaryAction } from '../secondary-action.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'
import { BindingCell } from '../binding-cell.tsx'
import { ProvenCell } from '../proven-cell.tsx'
import { ReportedKeyCell } from '../reported-key-cell.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { CheckProof } from './check-proof.tsx'
import { ShowProof } from './show-proof.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { AddressSection } from '../wallet/address-section.tsx'
import { FactsSection } from '../wallet/facts-section.tsx'

/** A wallet that its holder shares: shows only what the server says, refreshed on each return. */
export function CardScreen({ code }: { code: string }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const ownMessages = useSharingMessages()
  const card = useMemo(() => createReading(() => api.call(getCard, { id: code })), [api, code])
  useEffect(() => {
    void card.refresh()
    return telegram.onReturn(() => void card.refresh())
  }, [card, telegram])
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded card={card} messages={messages} />}
    </LocalizedScreen>
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

/** Whose wallet it is, which one, and how much is proven. */
function CardDetail({ card, messages, onChange, onStopped }: CardDetailProps & OwnCardProps) {
  const { boot } = useServices()
  return (
    <Screen title={messages.title}>
      <HolderSection card={card} messages={messages} />
      {card.mine && <ShareActions code={card.code} url={directLink(boot.bot, card.code)} />}
      <AddressSection wallet={card.wallet} />
      <ProofSection card={card} messages={messages} />
      <FactsSection wallet={card.wallet} />
      {__EVM__ && card.canShowProof && (
        <ShowProof card={card} messages={messages} onChange={onChange} />
      )}
      {__EVM__ && !card.mine && card.proof !== null && (
        <CheckProof wallet={card.wallet} proof={card.proof} messages={messages} />
      )}
      {card.mine && <StopSharing code={card.code} messages={messages} onStopped={onStopped} />}
    </Screen>
  )
}

function HolderSection({ card, messages }: CardDetailProps) {
  const { boot, now } = useServices()
  const { language } = useLocalization()
  const note = card.mine ? messages.yours : messages.checked(isolated(boot.appName))
  return (
    <Section header={messages.holder} footer={note}>
      <Holder card={card} />
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

function ProofSection({ card, messages }: CardDetailProps) {
  const { wallet: walletMessages } = useMessages()
  return (
    <Section header={walletMessages.proof}>
      <ProvenCell wallet={card.wallet} />
      <ReportedKeyCell wallet={card.wallet} />
      <BindingCell wallet={card.wallet} messages={messages.bindings} />
    </Section>
  )
}
