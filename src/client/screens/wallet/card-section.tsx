import { useStore } from '../../use-store.ts'
import { useEffect, useMemo } from 'react'
import { listCards } from '#shared/api/list-cards.ts'
import type { OwnCard } from '#shared/card.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { SkeletonSection } from '../screen/skeleton-section.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { useSection } from '../arriving/use-section.ts'
import { createReading } from '../reading/reading.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { PartSection } from '../arriving/part-section.tsx'

type Props = { wallet: Wallet }
type CardSectionProps = { messages: SharingMessages }

/** The wallet's card: a way to make one, or the existing one. */
export function CardSection({ wallet }: Props) {
  const { api } = useCore()
  const messages = useSection('sharing')
  const cards = useMemo(() => createReading(() => api.call(listCards, {})), [api])
  const state = useStore(cards.state)
  useEffect(() => void cards.refresh(), [cards])
  // The server returns an existing card, even if it is not known here.
  const known = state.status === 'shown' ? state.value.cards : []
  const card = known.find(({ walletId }) => walletId === wallet.id)
  if (state.status === 'loading') return <SkeletonSection />
  return (
    <PartSection part={messages}>
      {(ready) =>
        card === undefined ? (
          <Offer wallet={wallet} messages={ready} />
        ) : (
          <LiveCard card={card} messages={ready} onStopped={() => void cards.refresh()} />
        )
      }
    </PartSection>
  )
}

function Offer({ wallet, messages }: Props & CardSectionProps) {
  const { preload, router } = useServices()
  const { shareAsCard, isBusy, problem } = useShareWallet()
  return (
    <>
      <Section footer={messages.shareNote}>
        <LinkCell
          icon={PLANE}
          title={messages.shareCard}
          isBusy={isBusy}
          onPress={() => shareAsCard(wallet.id, (card) => router.open(card))}
          onIntent={() => preload('card')}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

type LiveProps = CardSectionProps & { card: OwnCard; onStopped: () => void }

function LiveCard({ card, messages, onStopped }: LiveProps) {
  const { preload, router } = useServices()
  const { language } = useLocalization()
  return (
    <>
      <Section footer={messages.sharedNote(formatDate(language, card.createdAt))}>
        <LinkCell
          icon={PLANE}
          title={messages.showCard}
          onPress={() => router.open({ screen: 'card', code: card.code })}
          onIntent={() => preload('card')}
        />
      </Section>
      <StopSharing code={card.code} messages={messages} onStopped={onStopped} />
    </>
  )
}
