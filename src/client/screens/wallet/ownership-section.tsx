import type { Wallet, WalletMultisig } from '#shared/wallet.ts'
import { Recent } from '../screen/recent.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useServices } from '../context/use-services.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { OWNERS } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { PartSection } from '../arriving/part-section.tsx'

/** A multisig's owners. Nothing for another wallet, and nothing if its family is not offered. */
export function OwnershipSection({ wallet }: { wallet: Wallet }) {
  const { wallets } = useServices()
  if (wallet.multisig === null || wallets[wallet.family] === null) return null
  return <MultisigSection multisig={wallet.multisig} />
}

type Props = { multisig: WalletMultisig }

/** Leads to the owners of a linked multisig. */
function MultisigSection({ multisig }: Props) {
  return (
    <PartSection part={useSection('multisig')}>
      <OwnersLink multisig={multisig} />
    </PartSection>
  )
}

function OwnersLink({ multisig: { id, threshold, ownerCount, checkedAt } }: Props) {
  const { language } = useLocalization()
  const messages = useMessagesOf('multisig')
  return (
    <Section>
      <RouteCell
        to={{ screen: 'multisig', id }}
        icon={OWNERS}
        title={messages.detail}
        subtitle={
          <>
            {messages.readAt}: <Recent at={checkedAt} />
          </>
        }
        after={messages.ratio({
          part: formatCount(language, threshold),
          whole: formatCount(language, ownerCount),
        })}
      />
    </Section>
  )
}
