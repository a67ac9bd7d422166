import type { Wallet } from '#shared/wallet.ts'
import { Recent } from '../screen/recent.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useServices } from '../context/use-services.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { OWNERS } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { useSection } from '../arriving/use-section.ts'
import { PartSection } from '../arriving/part-section.tsx'

/** Leads to a multisig's owners. Nothing for another wallet, and nothing if its family is not offered. */
export function OwnershipSection({ wallet: { family, multisig } }: { wallet: Wallet }) {
  const { wallets } = useServices()
  const { language } = useLocalization()
  const isShown = multisig !== null && wallets[family] !== null
  const part = useSection('multisig', isShown)
  if (!isShown) return null
  const { id, threshold, ownerCount, checkedAt } = multisig
  return (
    <PartSection part={part}>
      {({ detail, readAt, ratio }) => (
        <Section>
          <RouteCell
            to={{ screen: 'multisig', id }}
            icon={OWNERS}
            title={detail}
            subtitle={
              <>
                {readAt}: <Recent at={checkedAt} />
              </>
            }
            after={ratio({
              part: formatCount(language, threshold),
              whole: formatCount(language, ownerCount),
            })}
          />
        </Section>
      )}
    </PartSection>
  )
}
