import type { Cosigning } from '#shared/multisig.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import type { Explained, MultisigMessages } from '../../i18n/messages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { CLOCK, CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Cancelled or expired: nothing was linked. Its starter may start again. */
export function Ended({ cosigning, messages }: Props) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const { name, sentence } = useReason(cosigning, messages)
  const { id } = cosigning.multisig
  return (
    <Screen>
      <Outcome
        icon={cosigning.state === 'expired' ? CLOCK : CROSS}
        tone="plain"
        title={name}
        text={sentence}
      />
      <MultisigSection cosigning={cosigning} messages={messages} />
      {cosigning.mine ? (
        <MainAction
          text={messages.cosign.again}
          onPress={() => router.replace({ screen: 'multisig', id })}
        />
      ) : (
        <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
      )}
    </Screen>
  )
}

function useReason(cosigning: Cosigning, { cosign }: MultisigMessages): Explained {
  const { language } = useLocalization()
  const { state, mine, starter, expiresAt } = cosigning
  if (state === 'expired') return cosign.expired(formatMoment(language, expiresAt))
  return mine ? cosign.cancelledMine : cosign.cancelled(isolated(starter.firstName))
}
