import type { MultisigDetail } from '#shared/multisig.ts'
import { formatDate } from '../../i18n/format.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { PEN, QUESTION, SHIELD } from '../../ui/icons.ts'
import { WALLET, WARNING } from '../../ui/first-icons.ts'
import { Pill } from '../../ui/pill.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useMe } from '../context/context.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { getLevelTone } from '../claim/use-proven.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail }

/** What the member has proven about the multisig, in one sentence; says so when that proof is no longer valid. */
export function ProvenSection({ multisig }: Props) {
  const messages = useMessagesOf('multisig')
  const { wallet } = useMessages()
  const { walletId } = multisig
  const isStale = walletId !== null && !holds(multisig)
  return (
    <Section header={wallet.proof}>
      {isStale && <Stale walletId={walletId} />}
      <LevelCell multisig={multisig} />
      {walletId !== null && (
        <RouteCell
          to={{ screen: 'wallet', id: walletId }}
          icon={WALLET}
          title={messages.yourLink}
        />
      )}
    </Section>
  )
}

function LevelCell({ multisig: { level } }: Props) {
  const messages = useMessagesOf('multisig')
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

/** Shows nothing for a wallet that is not known here, because it is just being unlinked. */
function Stale({ walletId }: { walletId: string }) {
  const messages = useMessagesOf('multisig')
  const { language } = useLocalization()
  const linked = useMe()?.wallets.find(({ id }) => id === walletId)
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
