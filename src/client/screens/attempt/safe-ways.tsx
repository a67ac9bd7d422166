import type { Attempt } from '#shared/attempt.ts'
import type { Safe } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { LINK, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ChainName } from '../multisig/chain-name.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { getCosigningRoute } from '../routing/attempt-routes.ts'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'

/** The account is a Safe: its owners can sign with their own wallets instead of the Safe's app. */
export function SafeWays({ attempt }: { attempt: Attempt }) {
  const messages = useSection('evm')
  if (attempt.family !== 'evm' || attempt.multisig === null || messages.status !== 'ready')
    return null
  const { safeWays } = messages.value
  return (
    <Section footer={safeWays.note}>
      <SafeCell safe={attempt.multisig} messages={safeWays} />
      <OwnersLink attempt={attempt} messages={safeWays} />
    </Section>
  )
}

type SafeWayProps = { messages: EvmTexts['safeWays'] }

function SafeCell({ safe, messages }: SafeWayProps & { safe: Safe }) {
  const { language } = useLocalization()
  const threshold = formatCount(language, safe.threshold)
  const owners = formatCount(language, safe.ownerCount)
  return (
    <Cell
      icon={SHIELD}
      title={messages.is({ threshold, owners })}
      subtitle={
        <>
          <ShortAddress wallet={safe} /> · <ChainName multisig={safe} />
        </>
      }
    />
  )
}

/** Nothing on our page in the browser, which shows only the one attempt. */
function OwnersLink({ attempt, messages }: SafeWayProps & { attempt: Attempt }) {
  const { preload, router, telegram } = useServices()
  const cosigning = getCosigningRoute(attempt)
  if (cosigning === null) return null
  if (telegram.launch.place === 'ticket') return <Cell title={messages.inTelegram} />
  return (
    <LinkCell
      icon={LINK}
      tone="accent"
      title={messages.owners.name}
      subtitle={messages.owners.sentence}
      onPress={() => router.open(cosigning)}
      onIntent={() => preload('cosign')}
    />
  )
}
