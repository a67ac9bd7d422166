import type { OwnCard } from '#shared/card.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell, Section } from '../../ui/list.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useMe, useServices } from '../context/context.ts'
import { useOpened } from '../uses/use-opened.ts'
import { PartSection } from '../arriving/part-section.tsx'

/** The wallet's card: a way to make one, or the existing one. */
export function CardSection({ wallet }: { wallet: Wallet }) {
  const messages = useSection('sharing')
  // The server returns an existing card, even if it is not known here.
  const card = useMe()?.cards.find(({ walletId }) => walletId === wallet.id)
  return (
    <PartSection part={messages}>
      {card === undefined ? <Offer wallet={wallet} /> : <LiveCard card={card} />}
    </PartSection>
  )
}

function Offer({ wallet }: { wallet: Wallet }) {
  const { preload, router } = useServices()
  const messages = useMessagesOf('sharing')
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

function LiveCard({ card }: { card: OwnCard }) {
  const { language } = useLocalization()
  const messages = useMessagesOf('sharing')
  const opened = useOpened(card)
  return (
    <>
      <Section footer={messages.sharedNote(formatDate(language, card.createdAt))}>
        <RouteCell
          to={{ screen: 'card', code: card.code }}
          icon={PLANE}
          title={messages.showCard}
          subtitle={opened}
        />
      </Section>
      <StopSharing code={card.code} />
    </>
  )
}
