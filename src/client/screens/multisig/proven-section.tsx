import type { MultisigDetail } from '#shared/multisig.ts'
import { useStore } from '../../use-store.ts'
import { formatDate } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { PEN, QUESTION, SHIELD } from '../../ui/icons.ts'
import { WALLET, WARNING } from '../../ui/first-icons.ts'
import { Pill } from '../../ui/pill.tsx'
import { Section } from '../../ui/section.tsx'
import { getLevelTone } from '../claim/use-proven.ts'
import { useServices } from '../context/use-services.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail; messages: MultisigMessages }

/** What the member has proven about the multisig, in one sentence; says so when that proof is no longer valid. */
export function ProvenSection({ multisig, messages }: Props) {
  const { wallet } = useMessages()
  const { walletId } = multisig
  const isStale = walletId !== null && !holds(multisig)
  return (
    <Section header={wallet.proof}>
      {isStale && <Stale walletId={walletId} messages={messages} />}
      <LevelCell multisig={multisig} messages={messages} />
      {walletId !== null && <LinkLine walletId={walletId} messages={messages} />}
    </Section>
  )
}

function LevelCell({ multisig: { level }, messages }: Props) {
  const { wallet } = useMessages()
  if (level === null) {
    return (
      <Cell
        icon={QUESTION}
        title={<Pill tone="quiet">{messages.nothing}</Pill>}
        subtitle={messages.problems['multisig-not-signer']}
      />
    )
  }
  const { name, sentence } = wallet.levels[level]
  return (
    <Cell
      icon={level === 'signer' ? PEN : SHIELD}
      title={<Pill tone={getLevelTone(level)}>{name}</Pill>}
      subtitle={sentence}
    />
  )
}

type ProvenLinkProps = { walletId: string; messages: MultisigMessages }

/** Shows nothing for a wallet that is not known here, because it is just being unlinked. */
function Stale({ walletId, messages }: ProvenLinkProps) {
  const { member } = useServices()
  const { language } = useLocalization()
  const state = useStore(member)
  const wallets = state.status === 'known' ? state.me.wallets : []
  const linked = wallets.find(({ id }) => id === walletId)
  if (linked === undefined) return null
  const { name, sentence } = messages.stale(formatDate(language, linked.verifiedAt))
  return (
    <Cell
      tone="warning"
      icon={WARNING}
      title={<Pill tone="warning">{name}</Pill>}
      subtitle={sentence}
    />
  )
}

function LinkLine({ walletId, messages }: ProvenLinkProps) {
  const { preload, router } = useServices()
  return (
    <LinkCell
      icon={WALLET}
      title={messages.yourLink}
      onPress={() => router.open({ screen: 'wallet', id: walletId })}
      onIntent={() => preload('wallet')}
    />
  )
}
