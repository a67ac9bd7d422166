import { formatMoment } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { CLOCK } from '../../ui/icons/clock.ts'

/** The proof holds, but the wallet belongs to another account, whose holder has been asked. */
export function AwaitingConsent({ until }: { until: string }) {
  const { router } = useServices()
  const { language, messages } = useSpeech()
  const { attempt } = messages
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={attempt.consent} text={attempt.consentText} />
      <Notice>{attempt.consentNext(formatMoment(language, until))}</Notice>
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}
