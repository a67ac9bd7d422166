import type { Request } from '#shared/request.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/request/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { MadeLink } from './made-link.tsx'
import { WhoAsks } from './who-asks.tsx'
import { CLOCK } from '../../ui/icons/clock.ts'

type Props = { request: Request; words: RequestMessages }

/** Closed, full, or out of time, and not answered: there is nothing to do here but to leave. */
export function Ended({ request, words }: Props) {
  const { language } = useSpeech()
  const { telegram } = useServices()
  const { state, expiresAt, made } = request
  const { name, sentence } =
    state === 'closed' || state === 'full'
      ? words[state]
      : words.expired(formatMoment(language, expiresAt))
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={name} text={sentence} />
      <WhoAsks request={request} words={words} />
      <MadeLink made={made} words={words} />
      <MainAction text={words.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}
