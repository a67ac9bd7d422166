import type { Wallet, WalletMultisig } from '#shared/wallet.ts'
import { useServices } from '../context/use-services.ts'
import { formatCount, formatRecent } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { OWNERS } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useSection } from '../arriving/use-section.ts'
import { PartSection } from '../arriving/part-section.tsx'

/** A multisig's owners. Nothing for another wallet, and nothing if its family is not offered. */
export function OwnershipSection({ wallet }: { wallet: Wallet }) {
  const { wallets } = useServices()
  if (wallet.multisig === null || wallets[wallet.family] === null) return null
  return <MultisigSection multisig={wallet.multisig} />
}

/** Leads to the owners of a linked multisig. */
function MultisigSection({ multisig }: { multisig: WalletMultisig }) {
  const messages = useSection('multisig')
  return (
    <PartSection part={messages}>
      {(ready) => <OwnersLink multisig={multisig} messages={ready} />}
    </PartSection>
  )
}

type MultisigSectionProps = { multisig: WalletMultisig; messages: MultisigMessages }

function OwnersLink({ multisig, messages }: MultisigSectionProps) {
  const { now, preload, router } = useServices()
  const { language } = useLocalization()
  const { id, threshold, ownerCount, checkedAt } = multisig
  return (
    <Section>
      <LinkCell
        icon={OWNERS}
        title={messages.detail}
        subtitle={
          <>
            {messages.readAt}: {formatRecent(language, checkedAt, now())}
          </>
        }
        after={messages.ratio({
          part: formatCount(language, threshold),
          whole: formatCount(language, ownerCount),
        })}
        onPress={() => router.open({ screen: 'multisig', id })}
        onIntent={() => preload('multisig')}
      />
    </Section>
  )
}
