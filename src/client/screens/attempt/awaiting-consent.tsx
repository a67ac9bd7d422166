import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import type { ShownAttempt } from './state/attempt-view.ts'
import { useServices } from '../use-services.ts'
import { TextOffer } from './text-offer.tsx'
import { CLOCK } from '../../ui/icons.ts'

/** The proof is valid, but the wallet is linked to another account, whose holder must consent. */
export function AwaitingConsent({ shown }: { shown: ShownAttempt }) {
  const { router } = useServices()
  const { language, messages } = useLocalization()
  const { attempt } = messages
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={attempt.consent} text={attempt.consentText} />
      <Notice>{attempt.consentNext(formatMoment(language, shown.attempt.expiresAt))}</Notice>
      <TextOffer shown={shown} purpose="moveNow" />
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}
