import type { Attempt } from '#shared/attempt.ts'
import type { Safe } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { LINK, SHIELD } from '../../ui/icons.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { ChainName } from '../multisig/multisig-line.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { getCosigningRoute } from '../routing/attempt-routes.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'

/** The account is a Safe: its owners can sign with their own wallets instead of the Safe's app. */
export function SafeWays({ attempt }: { attempt: Attempt }) {
  const messages = useSection('evm')
  if (attempt.family !== 'evm' || attempt.multisig === null || messages.status !== 'ready')
    return null
  return (
    <Section footer={messages.value.safeWays.note}>
      <SafeCell safe={attempt.multisig} />
      <OwnersLink attempt={attempt} />
    </Section>
  )
}

function SafeCell({ safe }: { safe: Safe }) {
  const { language } = useLocalization()
  const { safeWays } = useMessagesOf('evm')
  const threshold = formatCount(language, safe.threshold)
  const owners = formatCount(language, safe.ownerCount)
  return (
    <Cell
      icon={SHIELD}
      title={safeWays.is({ threshold, owners })}
      subtitle={
        <>
          <ShortAddress wallet={safe} /> · <ChainName multisig={safe} />
        </>
      }
    />
  )
}

/** Nothing on our page in the browser, which shows only the one attempt. */
function OwnersLink({ attempt }: { attempt: Attempt }) {
  const { telegram } = useServices()
  const { safeWays } = useMessagesOf('evm')
  const cosigning = getCosigningRoute(attempt)
  if (cosigning === null) return null
  if (telegram.launch.place === 'ticket') return <Cell title={safeWays.inTelegram} />
  return (
    <RouteCell
      to={cosigning}
      icon={LINK}
      tone="accent"
      title={safeWays.owners.name}
      subtitle={safeWays.owners.sentence}
    />
  )
}
