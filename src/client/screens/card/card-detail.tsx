import type { Card } from '#shared/card.ts'
import { directLink, profileLink } from '#shared/links.ts'
import { formatRecent, isolated } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { CLOCK } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'
import { BindingCell } from '../binding-cell.tsx'
import { ProvenCell } from '../proven-cell.tsx'
import { ReportedKeyCell } from '../reported-key-cell.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { useServices } from '../use-services.ts'
import { AddressSection } from '../wallet/address-section.tsx'
import { FactsSection } from '../wallet/facts-section.tsx'

type Props = { card: Card; messages: SharingMessages }

/** Whose wallet it is, which one, and how much is proven. */
export function CardDetail({ card, messages, onStopped }: Props & { onStopped: () => void }) {
  const { boot } = useServices()
  return (
    <Screen title={messages.title}>
      <HolderSection card={card} messages={messages} />
      {card.mine && <ShareActions code={card.code} url={directLink(boot.bot, card.code)} />}
      <AddressSection wallet={card.wallet} />
      <ProofSection card={card} messages={messages} />
      <FactsSection wallet={card.wallet} />
      {card.mine && <StopSharing code={card.code} messages={messages} onStopped={onStopped} />}
    </Screen>
  )
}

function HolderSection({ card, messages }: Props) {
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
function Holder({ card: { holder, mine } }: Pick<Props, 'card'>) {
  const { telegram } = useServices()
  const { username } = holder
  const line = personLine(holder)
  if (mine || username === null) return <Cell {...line} />
  return <LinkCell {...line} onPress={() => telegram.openTelegramLink(profileLink(username))} />
}

function ProofSection({ card, messages }: Props) {
  const { wallet: walletMessages } = useMessages()
  return (
    <Section header={walletMessages.proof}>
      <ProvenCell wallet={card.wallet} />
      <ReportedKeyCell wallet={card.wallet} />
      <BindingCell wallet={card.wallet} messages={messages.bindings} />
    </Section>
  )
}
