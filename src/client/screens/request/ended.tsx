import type { Request } from '#shared/request.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/request/messages.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { QUESTION } from '../../ui/icons/question.ts'

type Props = { words: RequestMessages }

/** Closed, or out of time, and not answered: there is nothing to do here but to leave. */
export function Ended({ request, words }: Props & { request: Request }) {
  const { language } = useSpeech()
  const { telegram } = useServices()
  const { state, expiresAt } = request
  const { name, sentence } =
    state === 'closed' ? words.closed : words.expired(formatMoment(language, expiresAt))
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={name} text={sentence} />
      <MainAction text={words.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}

export function Missing({ words }: Props) {
  const { router } = useServices()
  const { actions } = useMessages()
  const { name, sentence } = words.missing
  return (
    <Screen>
      <Outcome icon={QUESTION} tone="warning" title={name} text={sentence} />
      <MainAction text={actions.home} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}
